import { printInstant } from '#domain/time/instant.ts';

type Macro = (now: Temporal.ZonedDateTime) => string | number;

const stored = (moment: Temporal.ZonedDateTime): string => printInstant(moment.toInstant());
const lastMillisecondBefore = (moment: Temporal.ZonedDateTime): string => stored(moment.subtract({ milliseconds: 1 }));

const startOfMonth = (now: Temporal.ZonedDateTime) => now.with({ day: 1 }).startOfDay();
const startOfYear = (now: Temporal.ZonedDateTime) => now.with({ month: 1, day: 1 }).startOfDay();

const MACROS: Record<string, Macro> = {
  '@now': stored,
  '@yesterday': (now) => stored(now.subtract({ days: 1 })),
  '@tomorrow': (now) => stored(now.add({ days: 1 })),
  '@todayStart': (now) => stored(now.startOfDay()),
  '@todayEnd': (now) => lastMillisecondBefore(now.startOfDay().add({ days: 1 })),
  '@monthStart': (now) => stored(startOfMonth(now)),
  '@monthEnd': (now) => lastMillisecondBefore(startOfMonth(now).add({ months: 1 })),
  '@yearStart': (now) => stored(startOfYear(now)),
  '@yearEnd': (now) => lastMillisecondBefore(startOfYear(now).add({ years: 1 })),
  '@second': (now) => now.second,
  '@minute': (now) => now.minute,
  '@hour': (now) => now.hour,
  '@day': (now) => now.day,
  '@month': (now) => now.month,
  '@year': (now) => now.year,
  /** 0 = Sunday … 6. */
  '@weekday': (now) => now.dayOfWeek % 7,
};

/** Returns the value of '@now' or another macro, in UTC (record API §3.5); undefined for any other name. */
export function macroValue(name: string, now: Temporal.Instant): string | number | undefined {
  if (!Object.hasOwn(MACROS, name)) return undefined;
  return MACROS[name]?.(now.toZonedDateTimeISO('UTC'));
}
