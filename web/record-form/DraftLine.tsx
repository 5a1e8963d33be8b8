import { showTime } from '#web/format/dates.ts';

interface DraftLineProps {
  /** Null while everything is saved: nothing is shown then. */
  keptAt: Temporal.Instant | null;
  timeZone: string;
  className?: string | undefined;
}

/** When the draft was last stored, in small text. */
export function DraftLine({ keptAt, timeZone, className = 'small secondary' }: DraftLineProps) {
  if (!keptAt) return null;
  return (
    <p role="status" className={className}>
      Черновик сохранён в&nbsp;{showTime(keptAt.toZonedDateTimeISO(timeZone))}
    </p>
  );
}
