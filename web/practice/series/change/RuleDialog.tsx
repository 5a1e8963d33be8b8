import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { letterOfRule } from '#web/practice/series/change/letter-of-rule.ts';
import { LetterLine } from '#web/practice/letters/LetterLine.tsx';
import { useLetterAddresses } from '#web/practice/letters/use-letter-addresses.ts';
import { pressOn } from '#web/practice/letters/settling.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { capital, showDate, zoned } from '#web/ground/format/dates.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { NO_SUCH_DATE } from '#web/ground/format/typed-date.ts';
import { type AheadSession, aheadQuery, nearestIn } from '#web/practice/series/change/ahead.ts';
import { type Agreed, changeSeries, type SeriesChangeRequest } from '#web/practice/series/calls.ts';
import { useChangePreview } from '#web/practice/series/change/change-preview.ts';
import { isOutdated } from '#web/practice/series/preview-again.ts';
import { showAhead, showRemoval } from '#web/practice/series/change/change-words.ts';
import { ChangeOutcome } from '#web/practice/series/change/ChangeOutcome.tsx';
import { ruleWishOf } from '#web/practice/series/change/rule-wish.ts';
import { sayChanged } from '#web/practice/series/change/say-changed.ts';
import type { SeriesRecord } from '#web/practice/series/queries.ts';
import { ScopeChoice } from '#web/practice/series/change/ScopeChoice.tsx';
import { showInterval, showRule } from '#web/practice/series/words.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

interface RuleDialogProps {
  series: SeriesRecord;
  /** The session from which the dialog is opened. */
  session: AheadSession | null;
  timeZone: string;
  onClose: () => void;
}

const LONGEST_OFFERED = 4;
const ENDS = [
  { value: 'never', label: 'Без даты окончания' },
  { value: 'date', label: 'До даты' },
];

/** Changes how often a series repeats and when it ends; shows the effect before it is saved (SERIES-05). */
export function RuleDialog({ series, session, timeZone, onClose }: RuleDialogProps) {
  // The initial values; after a lost response the refetched series may already have its new end.
  const [endBefore] = useState(series.until);
  const [everyWeeks, setEveryWeeks] = useState(series.every_weeks);
  const [ends, setEnds] = useState(series.until === '' ? 'never' : 'date');
  const [last, setLast] = useState(series.until);
  const [scope, setScope] = useState<SeriesChangeRequest['scope']>('all');
  const [silent, setSilent] = useState(false);
  const readers = useLetterAddresses([series.client]);
  const { data: ahead = [] } = useQuery(aheadQuery(series, timeZone));
  const now = readClock();
  const today = now.toZonedDateTimeISO(series.time_zone).toPlainDate();

  const nearest = nearestIn(ahead);
  const later = session && nearest && session.date > nearest.date ? session : null;
  const place = scope === 'following' && later ? later : nearest;
  const until = ends === 'never' ? '' : last;
  const early = last < today.toString() ? 'Выберите день не\u00A0раньше сегодняшнего' : undefined;
  const mistake = ends !== 'date' ? undefined : last && !readIsoDate(last) ? NO_SUCH_DATE : early;
  const wish = mistake
    ? null
    : ruleWishOf(
        series,
        { everyWeeks, until },
        { scope: place === later ? 'following' : 'all', session: place?.id ?? '' },
      );
  const outcome = useChangePreview(series.id, wish ?? { scope: 'all', session: '' }, wish !== null);
  const saving = useMutation({
    mutationFn: ({ order, agreed }: { order: SeriesChangeRequest; agreed: Agreed }) =>
      changeSeries(series.id, order, agreed, silent),
    onSuccess: (changed, { order }) => {
      const undo = { scope: 'all', session: '', until: endBefore } as const;
      const press = pressOn(letter === null || letter === 'untold' ? [] : readers, silent, nearest?.date);
      sayChanged(changed, order.every_weeks === undefined ? { series: series.id, wish: undo, silent } : null, press);
      onClose();
    },
    onError: (error) => {
      void readAgain(['sessions']);
      if (!isOutdated(error)) failureToast('Ошибка при изменении серии', error);
    },
  });
  // The preview omits the sessions before the one where the change begins.
  const earlier = wish?.scope === 'following' ? ahead.findIndex(({ id }) => id === wish.session) : 0;
  const left = earlier + outcome.occurrences.length + (outcome.preview?.keep.length ?? 0);
  const letter =
    outcome.preview && wish && series.status !== 'reserved'
      ? letterOfRule(
          wish.every_weeks !== undefined,
          { ...outcome.preview, occurrences: outcome.occurrences },
          ahead,
          left,
        )
      : null;
  const on = ({ date }: AheadSession) => showDate(zoned(date, timeZone) ?? today);
  return (
    <FormDialog
      onClose={onClose}
      title="Изменить серию"
      subtitle={showRule({ ...series, every_weeks: everyWeeks }, timeZone, now)}
      width={620}
      submitText="Изменить серию"
      pendingText="Сохранение..."
      pending={saving.isPending}
      submitDisabled={!outcome.ready}
      onSubmit={() => {
        const { preview, decisions } = outcome;
        if (wish && preview) submitOnce(saving, { order: wish, agreed: { decisions, digest: preview.digest } });
      }}
    >
      <Select
        label="Повторять"
        data={intervals(series.every_weeks)}
        value={String(everyWeeks)}
        onChange={(weeks) => setEveryWeeks(Number(weeks))}
      />
      {later && nearest && everyWeeks !== series.every_weeks && (
        <ScopeChoice
          label="С&nbsp;какой сессии"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'all', name: `С\u00A0ближайшей, ${on(nearest)}`, text: 'Все будущие сессии серии.' },
            { value: 'following', name: `С\u00A0этой, ${on(later)}`, text: 'Те, что раньше неё, не\u00A0изменятся.' },
          ]}
        />
      )}
      <Select label="Окончание" data={ENDS} value={ends} onChange={setEnds} />
      {ends === 'date' && (
        <DateField label="Последний день" value={last} onChange={setLast} today={today} error={last ? mistake : ''} />
      )}
      <p className="small secondary">Другой день недели или время выбирают в&nbsp;самой сессии.</p>
      {wish && (
        <ChangeOutcome preview={outcome} ahead={ahead} timeZone={timeZone}>
          <p>{showAhead(left, ahead.length)}</p>
          {left < ahead.length && wish.every_weeks !== undefined && (
            <p role="alert">
              <b>{capital(showRemoval(ahead.length - left, 0))}</b> Вернуть их&nbsp;одной кнопкой будет нельзя.
              Пропущенные раньше даты остаются пропущенными.
            </p>
          )}
        </ChangeOutcome>
      )}
      {outcome.ready && (
        <LetterLine kind={letter} to={readers} silent={silent} onSilent={setSilent} disabled={saving.isPending} />
      )}
    </FormDialog>
  );
}

function intervals(stored: number): { value: string; label: string }[] {
  const weeks = Array.from({ length: Math.max(LONGEST_OFFERED, stored) }, (_, index) => index + 1);
  return weeks.map((count) => ({
    value: String(count),
    label: count === 1 ? 'Каждую неделю' : capital(showInterval(count)),
  }));
}
