import { useQuery } from '@tanstack/react-query';
import type { Erasure } from '#domain/erasures/erasure.ts';
import { Amounts } from '#web/practice/archive/Amounts.tsx';
import classes from '#web/practice/erasures/Erasures.module.css';
import { MentioningNotes } from '#web/practice/erasures/MentioningNotes.tsx';
import { erasureJournalQuery } from '#web/practice/erasures/queries.ts';
import { keptAmounts, REASON_LABEL, removedAmounts } from '#web/practice/erasures/words.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { showZoneInFull } from '#web/ground/format/zones.ts';
import { showAct } from '#web/practice/journal/words.ts';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Dialog, DialogBody } from '#web/ui/dialog/Dialog.tsx';
import { PrintingFooter } from '#web/ui/dialog/PrintingFooter.tsx';
import { Coming } from '#web/ui/page/Coming.tsx';

interface ErasureActProps {
  erasure: Erasure;
  onClose: () => void;
}

/**
 * The record of an erasure: what was erased, when, why and by whom, with its journal entries, to read and to print
 * (OWN-05).
 */
export function ErasureAct({ erasure, onClose }: ErasureActProps) {
  const timeZone = useTimeZone();
  const { name } = useProfile();
  const journal = useQuery(erasureJournalQuery(erasure));
  const { created, reason, client, kinds, mentions } = erasure;
  const kept = keptAmounts(kinds.kept);
  return (
    <Dialog reads onClose={onClose} width={620} title="Акт об&nbsp;удалении данных клиента">
      <DialogBody>
        <div className="grid gap-5">
          <dl className={classes.fields}>
            <dt>Когда</dt>
            <dd>
              {showInstant(created, timeZone)},{' '}
              {showZoneInFull(timeZone, Temporal.Instant.from(created.replace(' ', 'T')))}
            </dd>
            <dt>Кто удалил</dt>
            <dd translate="no">{name}</dd>
            <dt>Почему</dt>
            <dd>{REASON_LABEL[reason]}</dd>
            <dt>Номер карточки</dt>
            <dd>{client}</dd>
            <dt>Чьи данные</dt>
            <dd className={classes.blank}>
              <span className="small secondary screen-only">
                Впишите от&nbsp;руки на&nbsp;бумаге: в&nbsp;программе имени больше нет
              </span>
              &nbsp;
            </dd>
          </dl>
          <section>
            <h3>Удалено</h3>
            <Amounts label="Удалено" amounts={removedAmounts(kinds.removed)} />
          </section>
          {kept.length > 0 && (
            <section>
              <h3>Осталось без имени и&nbsp;записей</h3>
              <Amounts label="Осталось без имени и&nbsp;записей" amounts={kept} />
            </section>
          )}
          <section>
            <h3 id="erasure-journal">Выписка из&nbsp;журнала</h3>
            {journal.data ? (
              <ul role="list" aria-labelledby="erasure-journal">
                {journal.data.map((entry, index) => (
                  <li key={index} className={classes.line}>
                    <span className="nowrap">{showInstant(entry.created, timeZone)}</span> {showAct(entry)}
                  </li>
                ))}
              </ul>
            ) : (
              <Coming query={journal} failed="Не&nbsp;удалось загрузить журнал" text="Загрузка журнала..." count={2} />
            )}
          </section>
          <MentioningNotes ids={mentions} />
          <p className="small secondary screen-only">Акт останется в&nbsp;разделе «Мои данные».</p>
          <p className="paper-only">Подпись ______________________</p>
        </div>
      </DialogBody>
      <PrintingFooter closeText="Готово" ready={journal.data !== undefined} onClose={onClose} />
    </Dialog>
  );
}
