import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import { minutesOfDay, restSpans, shownHours, sideBySide, workingSpans } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan, Share } from '#web/practice/sessions/day-layout.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';

const DAY = 24 * 60;

type Span = Pick<HeldSpan, 'start' | 'end'>;

/** A taken time of the day. */
export interface RulerBlock extends ClockSpan, Share {
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
  own: ClockSpan | null;
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
function partOfDay({ start, end }: Span, date: Temporal.PlainDate, timeZone: string): ClockSpan | null {
  const first = date.toZonedDateTime(timeZone);
  const next = date.add({ days: 1 }).toZonedDateTime(timeZone);
  const [from, to] = [start, end].map((instant) => {
    const time = instant.toZonedDateTimeISO(timeZone);
    if (Temporal.ZonedDateTime.compare(time, first) <= 0) return 0;
    return Temporal.ZonedDateTime.compare(time, next) < 0 ? minutesOfDay(time) : DAY;
  });
  return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}
