import type { TakenLetter } from '#proofs/support/letters/letter-office.ts';

/** A meeting in a calendar that takes every file of every letter. */
export interface CalendarEvent {
  /** The session, or the one by which the client knew the meeting first. */
  uid: string;
  sequence: number;
  startMs: number;
  /** 'start end place'; null of one that is off. */
  meeting: string | null;
}

/** A letter as its client reads it. */
export interface ReadLetter {
  subject: string;
  kind: 'request received' | 'request approved' | 'request rejected' | 'reminder' | 'meetings';
  /** Its meetings, each with what the calendar had of it before. */
  events: { event: CalendarEvent; known: CalendarEvent | undefined }[];
}

const KINDS = [
  ['Заявка получена', 'request received'],
  ['Подтверждено', 'request approved'],
  ['Не получилось записать', 'request rejected'],
  ['Напоминание', 'reminder'],
] as const;

/** What a client has in hand: the meetings that a calendar made of their letters. */
export class Mailbox {
  readonly #events = new Map<string, CalendarEvent>();
  readonly #seen = new Set<string>();

  /** Returns a letter that was not here before; null for one that came twice. */
  take({ calendar, subject, messageId }: TakenLetter): ReadLetter | null {
    if (this.#seen.has(messageId)) return null;
    this.#seen.add(messageId);
    const kind = KINDS.find(([begins]) => subject.startsWith(begins))?.[1] ?? 'meetings';
    const events = eventsOf(calendar).map((event) => ({ event, known: this.#events.get(event.uid) }));
    for (const { event } of events) this.#events.set(event.uid, event);
    return { subject, kind, events };
  }

  /** Returns the meetings to come. */
  meetings(nowMs: number): (CalendarEvent & { meeting: string })[] {
    return [...this.#events.values()].flatMap(({ meeting, ...event }) =>
      meeting === null || event.startMs <= nowMs ? [] : [{ ...event, meeting }],
    );
  }
}

function eventsOf(calendar: string): CalendarEvent[] {
  const all = calendar.replaceAll('\r\n ', '').matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs);
  return [...all].map(([, text = '']) => {
    const field = (name: string): string => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1] ?? '';
    const [start, end] = [instantOf(field('DTSTART')), instantOf(field('DTEND'))];
    return {
      uid: field('UID').split('@')[0] ?? '',
      sequence: Number(field('SEQUENCE')),
      startMs: start.epochMilliseconds,
      meeting: field('STATUS') === 'CANCELLED' ? null : meetingOf(start, end, field('LOCATION')),
    };
  });
}

export function meetingOf(start: Temporal.Instant, end: Temporal.Instant, place: string): string {
  return `${start.toString().slice(0, 16)}–${end.toString().slice(11, 16)} ${place}`;
}

/** Reads '20261201T070000Z'. */
function instantOf(stamp: string): Temporal.Instant {
  return Temporal.Instant.from(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
