import { printInstant } from '#domain/time/instant.ts';

/** The first moments of the twelve months of a year and of the next year, as stored. */
export type Borders = readonly string[];

/** Returns the months of a year, 'YYYY-MM'. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
}

/** Returns the moments at which the months of a year begin in a zone. */
export function bordersOf(year: number, timeZone: string): Borders {
  const first = new Temporal.PlainDate(year, 1, 1);
  return Array.from({ length: 13 }, (_, months) =>
    printInstant(first.add({ months }).toZonedDateTime(timeZone).toInstant()),
  );
}

/** Returns the index of the month of a stored instant; 12 after the year, -1 before it. */
export function monthAt(borders: Borders, date: string): number {
  return borders.findLastIndex((border) => border <= date);
}
