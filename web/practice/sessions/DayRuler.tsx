import { readIsoDate } from '#domain/time/iso-date.ts';
import { useQuery } from '@tanstack/react-query';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import { availabilityQuery } from '#web/practice/availability/queries.ts';
import { placedAt } from '#web/practice/sessions/day-layout.ts';
import type { ClockSpan } from '#web/practice/sessions/day-layout.ts';
import { showDayInWords } from '#web/ground/format/dates.ts';
import classes from '#web/practice/sessions/DayRuler.module.css';
import { layOutRuler } from '#web/practice/sessions/day-ruler.ts';
import { showBegin } from '#web/practice/sessions/part-words.ts';
import { heldTimeQuery } from '#web/practice/sessions/queries.ts';
import { spanOf } from '#web/practice/sessions/session-form.ts';
import { SESSION_LOOK } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';

/** In rem, so that it scales with its text. */
const HOUR = 2.875;

type DayRulerProps = Pick<SessionEditing, 'session' | 'values' | 'timeZone' | 'taken'> & {
  /** The client of the form's session. */
  name: string;
};

/** The chosen day: working hours, taken times, and the form's session, which follows the fields. */
export function DayRuler({ session, values, timeZone, taken, name }: DayRulerProps) {
  const date = readIsoDate(values.date);
  const held = useQuery({ ...heldTimeQuery(values.date, timeZone), enabled: date !== null });
  const week = useQuery(availabilityQuery());
  if (!date || !held.data || !week.data) return null;
  const { shown, working, rest, blocks, own } = layOutRuler({
    date,
    timeZone,
    hours: hoursOn(date, week.data),
    held: held.data,
    except: session?.id ?? null,
    own: spanOf(values, timeZone),
  });
  const place = ({ from, to }: ClockSpan) => ({ top: heightOf(from - shown.from), height: heightOf(to - from) });
  return (
    <Card className={classes.ruler} aria-labelledby="day-ruler">
      <div className={classes.head}>
        <h2 id="day-ruler">{showDayInWords(date)}</h2>
        <span className="small secondary nowrap">{hoursInWords(working)}</span>
      </div>
      <div className={classes.day} style={{ height: heightOf(shown.to - shown.from) }}>
        {rest.map((span) => (
          <div key={span.from} className={classes.rest} style={place(span)} />
        ))}
        {hoursOf(shown).map((minutes) => (
          <div key={minutes} aria-hidden className={classes.hour} style={{ top: heightOf(minutes - shown.from) }}>
            <span>{clock(minutes)}</span>
          </div>
        ))}
        <ul role="list" className={classes.blocks}>
          {blocks.map((block) => (
            <li
              key={block.id}
              className={classes.block}
              data-tone={SESSION_LOOK[block.status].tone}
              style={{ ...place(block), ...placedAt(block) }}
            >
              <b>{showBegin(block)}</b> <span translate="no">{block.name}</span>
            </li>
          ))}
          {own && (
            <li className={classes.own} data-taken={taken || undefined} style={place(own)}>
              <b>{showBegin(own)}</b> <span translate="no">{name}</span>
            </li>
          )}
        </ul>
      </div>
    </Card>
  );
}

function heightOf(minutes: number): string {
  return `${(minutes / 60) * HOUR}rem`;
}

function hoursOf({ from, to }: ClockSpan): number[] {
  return Array.from({ length: (to - from) / 60 + 1 }, (_, index) => from + index * 60);
}

function hoursInWords(working: readonly ClockSpan[]): string {
  const [first, last] = [working[0], working.at(-1)];
  return first && last ? `${clock(first.from)}–${clock(last.to)}` : 'Выходной';
}

/** The end of a day is shown as 24:00. */
function clock(minutes: number): string {
  return minutes === 24 * 60 ? '24:00' : wallTimeOf(minutes);
}
