import { showTime } from '#web/format/dates.ts';

interface DraftLineProps {
  /** Null while everything is saved: then nothing is said. */
  keptAt: Temporal.Instant | null;
  timeZone: string;
  className?: string | undefined;
  /** Where a paragraph may not stand. */
  as?: 'p' | 'span';
}

/** When what is typed was last kept, quietly. */
export function DraftLine({ keptAt, timeZone, className = 'small secondary', as: Line = 'p' }: DraftLineProps) {
  if (!keptAt) return null;
  return (
    <Line role="status" className={className}>
      Черновик сохранён в {showTime(keptAt.toZonedDateTimeISO(timeZone))}
    </Line>
  );
}
