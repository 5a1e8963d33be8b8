import type { ErasureReport } from '#domain/erasures/erasure.ts';
import { Amounts } from '#web/practice/archive/Amounts.tsx';
import classes from '#web/practice/clients/erasure/Erasure.module.css';
import { MentioningNotes } from '#web/practice/erasures/MentioningNotes.tsx';
import { keptAmounts, removedAmounts } from '#web/practice/erasures/words.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** What an erasure takes, what it leaves, and where it does not reach. */
export function ErasureSummary({ report: { removed, kept, mentions } }: { report: ErasureReport }) {
  const stays = keptAmounts(kept);
  return (
    <>
      <p>
        Имя, телефон, записи и&nbsp;заявки исчезнут из&nbsp;программы и&nbsp;будущих резервных копий, в&nbsp;журнале
        останутся строки без имени. Вернуть их&nbsp;нельзя. Для карточки, заведённой по&nbsp;ошибке, достаточно
        «Удалить».
      </p>
      <div className={classes.columns}>
        <section>
          <h3>Удалится</h3>
          <Amounts label="Удалится" amounts={removedAmounts(removed)} />
        </section>
        {stays.length > 0 && (
          <section>
            <h3>Останется</h3>
            <Amounts label="Останется" amounts={stays} />
            <p className="small secondary">
              {kept.sessions > 0 &&
                'От\u00A0сессий остаются дата, длительность и\u00A0статус, без имени и\u00A0записей. '}
              {kept.payments
                ? 'Суммы оплат и\u00A0цены сессий останутся в\u00A0«Деньгах», без имени и\u00A0примечаний.'
                : ''}
            </p>
          </section>
        )}
      </div>
      <MentioningNotes ids={mentions} />
      <InlineBox kind="warning">
        В&nbsp;скачанных раньше архивах и&nbsp;в&nbsp;прежних резервных копиях, пока они не&nbsp;сменятся, человек
        останется.
        {removed.sessions > 0 && ' Письма об\u00A0отмене будущих сессий клиент не\u00A0получит.'}
      </InlineBox>
    </>
  );
}
