import { showTime } from '#web/format/dates.ts';

interface DraftLineProps {
  /** Null while everything is saved: then nothing is said. */
  keptAt: Temporal.Instant | null;
  timeZone: string;
  className?: string | undefined;
}

/** When what is typed was last kept, quietly. */
export function DraftLine({ keptAt, timeZone, className = 'small secondary' }: DraftLineProps) {
  if (!keptAt) return null;
  return (
    <p role="status" className={className}>
      Черновик сохранён в {showTime(keptAt.toZonedDateTimeISO(timeZone))}
    </p>
  );
}
