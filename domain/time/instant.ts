/**
 * An instant as it is stored and as it crosses the wire: 'YYYY-MM-DD HH:mm:ss.SSSZ', always UTC, always 24 characters,
 * so that comparing texts compares instants.
 */
export type StoredInstant = string;

const STORED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Prints an instant in the stored form; anything finer than a millisecond is cut off. */
export function printInstant(instant: Temporal.Instant): StoredInstant {
  return printEpochMilliseconds(instant.epochMilliseconds);
}

export function printEpochMilliseconds(milliseconds: number): StoredInstant {
  return new Date(milliseconds).toISOString().replace('T', ' ');
}

/** Reads the stored form. Throws a RangeError for anything else: what is stored was written by `printInstant`. */
export function parseStoredInstant(text: StoredInstant): Temporal.Instant {
  if (!STORED.test(text)) throw new RangeError('not a stored instant');
  return Temporal.Instant.from(text);
}

/** Whether a text is what `printInstant` prints, for texts from elsewhere. */
export function isStoredInstant(text: string): boolean {
  if (!STORED.test(text)) return false;
  const milliseconds = Date.parse(text.replace(' ', 'T'));
  return Number.isFinite(milliseconds) && printEpochMilliseconds(milliseconds) === text;
}

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/**
 * Reads what people and programs send for an instant: the stored form, ISO with 'T' and an offset, 'YYYY-MM-DD HH:mm:ss'
 * (UTC, specification §3), 'YYYY-MM-DD' (midnight UTC). Returns null for anything else, years outside 1–9999 included.
 */
export function readInstant(text: string): Temporal.Instant | null {
  const trimmed = text.trim();
  if (trimmed.length < 10 || trimmed.length > 40) return null;
  const full = DATE_ONLY.test(trimmed)
    ? `${trimmed}T00:00:00Z`
    : WITH_OFFSET.test(trimmed.slice(10))
      ? trimmed
      : `${trimmed}Z`;
  try {
    const instant = Temporal.Instant.from(full.replace(' ', 'T'));
    const { year } = instant.toZonedDateTimeISO('UTC');
    return year >= 1 && year <= 9999 ? instant : null;
  } catch {
    return null;
  }
}
