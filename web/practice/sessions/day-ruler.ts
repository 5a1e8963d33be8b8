import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { dayParts } from '#domain/time/day-parts.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { restSpans, shownHours, sideBySide, workingSpans } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/practice/sessions/day-layout.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import type { OnDay } from '#web/practice/sessions/part-words.ts';

type Span = Pick<HeldSpan, 'start' | 'end'>;

/** A taken time of the day. */
export interface RulerBlock extends ClockSpan, Share, OnDay {
  id: string;
  name: string;
  status: SessionStatus;
}

/** A day next to the form, all in minutes since midnight in the practitioner's zone. */
export interface Ruler {
  /** The whole hours around all rendered spans. */
  shown: ClockSpan;
  working: ClockSpan[];
  rest: ClockSpan[];
  blocks: RulerBlock[];
  /** The form's session; null while its fields give no valid time. */
  own: (ClockSpan & OnDay) | null;
}

interface RulerDay {
  date: Temporal.PlainDate;
  timeZone: string;
  /** The hours of that weekday; undefined when none are stored. */
  hours: WeekdayHours | undefined;
  held: readonly HeldSpan[];
  /** The edited session, whose stored time is not rendered. */
  except: string | null;
  own: Span | null;
}

export function layOutRuler({ date, timeZone, hours, held, except, own }: RulerDay): Ruler {
  const working = workingSpans(hours);
  const blocks = sideBySide(
    held
      .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))
      .flatMap(({ id, name, status, start, end }) => {
        const span = id === except ? null : partOfDay({ start, end }, date, timeZone);
        return span ? [{ id, name, status, ...span }] : [];
      }),
  );
  const ownPart = own && partOfDay(own, date, timeZone);
  const shown = shownHours([...working, ...blocks, ...(ownPart ? [ownPart] : [])]);
  return { shown, working, rest: restSpans(working, shown), blocks, own: ownPart };
}

/** The part of a span within the day; null when there is none. */
function partOfDay(span: Span, date: Temporal.PlainDate, timeZone: string): (ClockSpan & OnDay) | null {
  const start = span.start.toZonedDateTimeISO(timeZone);
  const minutes = Math.ceil((span.end.epochMilliseconds - span.start.epochMilliseconds) / 60_000);
  const part = dayParts(start, minutes).find((one) => one.date.equals(date));
  return part ? { from: part.from, to: part.to, start, part } : null;
}
