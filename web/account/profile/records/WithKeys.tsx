import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KeyState } from '#domain/keys/keys.ts';
import { RowComing } from '#web/account/profile/ProfileRow.tsx';
import { keysQuery } from '#web/ground/api/keys.ts';

/** Shows what depends on the state of the keys, and that it loads or does not. */
export function WithKeys({ children }: { children: (state: KeyState) => ReactNode }) {
  const query = useQuery(keysQuery());
  return query.data ? (
    children(query.data)
  ) : (
    <RowComing query={query} failed="Не&nbsp;удалось загрузить защиту записей" />
  );
}
