import { readTabText, writeTabText } from '#web/ground/browser/typed-texts.ts';
import { type BookingForm, EMPTY_FORM } from '#web/public/booking-page/booking-form.ts';
import type { OfferedTime } from '#web/public/visitor/free-time.ts';

/**
 * The state of one practitioner's page that this tab keeps across reloads: the typed and chosen values until they are
 * sent, afterwards only the requested time, in the current history entry. Opened anew, the page shows the form.
 */
export class KeptRequest {
  readonly #typed: string;
  readonly #last: string;

  constructor(hash: string) {
    this.#typed = `booking-page:${hash}:typed`;
    this.#last = `booking-page:${hash}:last`;
  }

  form(today: Temporal.PlainDate): BookingForm {
    return keptForm(readTabText(this.#typed), today);
  }

  /** Whether nothing is stored, so that the page starts in its default state. */
  isEmpty(): boolean {
    return readTabText(this.#typed) === null && sentInStep() === null;
  }

  keepForm({ date, time, name, phone, email, message }: BookingForm): void {
    const empty = date === null && `${name}${phone}${email}${message}` === '';
    writeTabText(this.#typed, empty ? null : JSON.stringify({ date, time, name, phone, email, message }));
  }

  /** The last request that was sent, until its response arrives; see `RequestIds`. */
  last(): string {
    return readTabText(this.#last) ?? '';
  }

  keepLast(text: string): void {
    writeTabText(this.#last, text);
  }

  /** Null once the time has passed. */
  sentTime(now: Temporal.Instant): OfferedTime | null {
    return keptTime(sentInStep(), now);
  }

  /** The token of the request's own page; '' for none. */
  sentVisit(): string {
    return textIn(sentInStep(), 'visit');
  }

  keepSent(time: OfferedTime, visit: string): void {
    writeTabText(this.#typed, null);
    writeTabText(this.#last, null);
    history.replaceState({ sent: { ...time, visit } }, '');
  }

  forgetSent(): void {
    history.replaceState(null, '');
  }
}

function sentInStep(): unknown {
  return typeof history === 'undefined' ? null : (valueIn(history.state, 'sent') ?? null);
}

/** The stored form values; a past day is dropped. */
export function keptForm(text: string | null, today: Temporal.PlainDate): BookingForm {
  const kept = parsed(text);
  const date = dateOf(textIn(kept, 'date'), today);
  const time = offeredTime(valueIn(kept, 'time'));
  return {
    ...EMPTY_FORM,
    name: textIn(kept, 'name'),
    phone: textIn(kept, 'phone'),
    email: textIn(kept, 'email'),
    message: textIn(kept, 'message'),
    date,
    time: time && time.date === date ? time : null,
  };
}

export function keptTime(kept: unknown, now: Temporal.Instant): OfferedTime | null {
  const time = offeredTime(kept);
  return time && Temporal.Instant.compare(time.start, now) > 0 ? time : null;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function valueIn(kept: unknown, name: string): unknown {
  return typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : null;
}

function textIn(kept: unknown, name: string): string {
  const value = valueIn(kept, name);
  return typeof value === 'string' ? value : '';
}

function dateOf(text: string, today: Temporal.PlainDate): string | null {
  try {
    return Temporal.PlainDate.compare(text, today) < 0 ? null : text;
  } catch {
    return null;
  }
}

function offeredTime(kept: unknown): OfferedTime | null {
  const time = { date: textIn(kept, 'date'), start: textIn(kept, 'start'), time: textIn(kept, 'time') };
  try {
    Temporal.PlainDate.from(time.date);
    Temporal.Instant.from(time.start);
    return time;
  } catch {
    return null;
  }
}
