import { showTime } from '#web/ground/format/dates.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface OverlapBoxProps {
  /** The overlapping time; null when only the server knows it. */
  overlap: HeldSpan | null;
  timeZone: string;
}

/** The chosen time is taken: by which session or request, and the possible steps (SESSION-10). */
export function OverlapBox({ overlap, timeZone }: OverlapBoxProps) {
  const advice = 'Можно выбрать свободное время или сохранить намеренно.';
  if (!overlap) {
    return (
      <InlineBox kind="overlap" announce title="Это время уже занято.">
        {advice}
      </InlineBox>
    );
  }
  const start = overlap.start.toZonedDateTimeISO(timeZone);
  const end = overlap.end.toZonedDateTimeISO(timeZone);
  const whose = overlap.kind === 'request' ? 'с\u00A0новой заявкой' : 'с\u00A0другой сессией';
  return (
    <InlineBox kind="overlap" announce title={`Время пересекается ${whose}.`}>
      <span className="nowrap">
        {showTime(start)}–{showTime(end)}
      </span>
      {overlap.name && ', '}
      <bdi>{overlap.name}</bdi>. {advice}
    </InlineBox>
  );
}
