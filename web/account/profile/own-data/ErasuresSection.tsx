import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure } from '#domain/erasures/erasure.ts';
import type { ErasureActProps } from '#web/practice/erasures/ErasureAct.tsx';
import { erasuresQuery } from '#web/practice/erasures/queries.ts';
import { REASON_LABEL } from '#web/practice/erasures/words.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { ShowMore } from '#web/ui/list/ShowMore.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

const ErasureAct = lazyDialog<ErasureActProps>(
  async () => (await import('#web/practice/erasures/ErasureAct.tsx')).ErasureAct,
);

/** Whom the practice has forgotten, without names, each with its act; nothing while there is none (OWN-05). */
export function ErasuresSection() {
  const erasures = useInfiniteQuery(erasuresQuery());
  const [shown, setShown] = useState<Erasure | null>(null);
  const timeZone = useTimeZone();
  const rows = erasures.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0 && !erasures.isError) return null;
  return (
    <ProfileSection title="Удалённые без следа">
      {erasures.isError && !erasures.data && (
        <ErrorState title="Не&nbsp;удалось загрузить удалённых" onRetry={() => void erasures.refetch()} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
      <ul role="list" className={classes.rows} aria-label="Удалённые без следа">
        {rows.map((erasure) => (
          <li key={erasure.id} className={classes.row}>
            <div className={classes.what}>
              <div>{showInstant(erasure.created, timeZone)}</div>
              <div className={classes.detail}>{REASON_LABEL[erasure.reason]}</div>
            </div>
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Открыть акт от\u00A0${showInstant(erasure.created, timeZone)}`}
              onClick={() => setShown(erasure)}
            >
              Открыть акт
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore query={erasures} />
      {shown && <ErasureAct opened erasure={shown} onClose={() => setShown(null)} />}
    </ProfileSection>
  );
}
