import { showTime } from '#web/ground/format/dates.ts';

interface DraftLineProps {
  /** Null while everything is saved: nothing is shown then. */
  keptAt: Temporal.Instant | null;
  timeZone: string;
  className?: string | undefined;
}

/** When the draft was last stored, in small text. Its place is there before: a button must not move under a press. */
export function DraftLine({ keptAt, timeZone, className = 'small secondary' }: DraftLineProps) {
  return (
    <p role="status" className={className}>
      {keptAt ? `Черновик сохранён в\u00A0${showTime(keptAt.toZonedDateTimeISO(timeZone))}` : '\u00A0'}
    </p>
  );
}

/** The same for a form whose draft survives a reload, but not navigation to another screen. */
export function UnsavedLine({ keptAt }: Pick<DraftLineProps, 'keptAt'>) {
  return (
    <span role="status" className="small secondary">
      {keptAt ? 'Изменения ещё не\u00A0сохранены' : '\u00A0'}
    </span>
  );
}
