import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KeyState } from '#domain/keys/keys.ts';
import { RowComing } from '#web/account/profile/ProfileRow.tsx';
import { keysQuery } from '#web/ground/api/keys.ts';

/** Renders `children` with the state of the keys once it is loaded; until then a loading text or an error. */
export function WithKeys({ children }: { children: (state: KeyState) => ReactNode }) {
  const query = useQuery(keysQuery());
  return query.data ? (
    children(query.data)
  ) : (
    <RowComing query={query} failed="Не&nbsp;удалось загрузить защиту записей" />
  );
}
