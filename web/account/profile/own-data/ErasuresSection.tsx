import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure } from '#domain/erasures/erasure.ts';
import { erasuresQuery } from '#web/practice/erasures/queries.ts';
import { REASON_LABEL } from '#web/practice/erasures/words.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { LongList } from '#web/ui/list/LongList.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

const ErasureAct = lazyDialog(async () => (await import('#web/practice/erasures/ErasureAct.tsx')).ErasureAct);

const ROW_HEIGHT = 70;

/** Whom the practice has forgotten, without names, each with its act; nothing while there is none (OWN-05). */
export function ErasuresSection() {
  const erasures = useQuery(erasuresQuery(1));
  const [shown, setShown] = useState<Erasure | null>(null);
  const timeZone = useTimeZone();
  const first = erasures.data;
  if (first ? first.totalItems === 0 : !erasures.isError) return null;
  return (
    <ProfileSection title="Удалённые без следа">
      {!first && <ErrorState title="Не&nbsp;удалось загрузить удалённых" onRetry={() => void erasures.refetch()} />}
      {first && (
        <LongList
          List={PlainList}
          className={classes.rows}
          aria-label="Удалённые без следа"
          first={first}
          query={erasuresQuery}
          height={ROW_HEIGHT}
          renderItem={(erasure, place) => (
            <li key={erasure.id} {...place} className={classes.row}>
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
          )}
        />
      )}
      {shown && <ErasureAct opened erasure={shown} onClose={() => setShown(null)} />}
    </ProfileSection>
  );
}
