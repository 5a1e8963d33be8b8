import controls from '#web/public/visitor/controls.module.css';
import { firstFreeDate, type FreeTime, isMonthLoaded } from '#web/public/visitor/free-time.ts';
import { lastDayOf } from '#web/public/visitor/month-grid.ts';
import classes from '#web/public/visitor/MonthNote.module.css';
import { NextFreeDate } from '#web/public/visitor/NextFreeDate.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface MonthNoteProps {
  month: Temporal.PlainYearMonth;
  freeTime: FreeTime;
  /** The month failed to load. */
  failed: boolean;
  onRetry: () => void;
  onDate: (date: string) => void;
}

/** Below the calendar, if the month has no free time to choose. */
export function MonthNote({ month, freeTime, failed, onRetry, onDate }: MonthNoteProps) {
  if (failed) {
    return (
      <div className={classes.note}>
        <InlineBox kind="error">
          Не&nbsp;удалось загрузить свободное время. Проверьте соединение.
          <button
            type="button"
            className={`${controls.secondary} ${controls.small} ${classes.retry}`}
            onClick={onRetry}
          >
            Повторить
          </button>
        </InlineBox>
      </div>
    );
  }
  const last = lastDayOf(month);
  const next = firstFreeDate(freeTime, month.toPlainDate({ day: 1 }));
  const some = next !== null && Temporal.PlainDate.compare(next, last) <= 0;
  if (some || !isMonthLoaded(freeTime, month)) return null;
  return (
    <div className={classes.note}>
      <p aria-live="polite">
        {next === null && isMonthLoaded(freeTime, month.add({ months: 1 }))
          ? 'В\u00A0этом месяце и\u00A0в\u00A0следующем свободного времени нет. Посмотрите дальше или загляните позже.'
          : 'В\u00A0этом месяце свободного времени нет'}
      </p>
      <NextFreeDate date={next} onDate={onDate} />
    </div>
  );
}
