/** 'пятница, 4 декабря, 14:00' */
export function spokenTime(local: Temporal.ZonedDateTime): string {
  return `${spokenDay(local)}, ${clockTime(local)}`;
}

/** 'пятницу, 4 декабря, 14:00', for a sentence with «на». */
export function spokenTimeFor(local: Temporal.ZonedDateTime): string {
  return spokenTime(local).replace(/^(\p{L}+)а,/u, '$1у,');
}

/** 'в пятницу, 4 декабря, 14:00', 'во вторник, 8 декабря, 10:00' */
export function spokenTimeAt(local: Temporal.ZonedDateTime): string {
  const when = spokenTimeFor(local);
  return `${when.startsWith('вт') ? 'во' : 'в'} ${when}`;
}

/** 'в пятницу, 4 декабря, 14:00 → 15:30'; the new day is named where it is another one. */
export function spokenMove(before: Temporal.ZonedDateTime, after: Temporal.ZonedDateTime): string {
  const isSameDay = before.toPlainDate().equals(after.toPlainDate());
  return `${spokenTimeAt(before)} → ${isSameDay ? clockTime(after) : spokenTimeAt(after)}`;
}

/** '15:00' */
export function clockTime(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}

function spokenDay(local: Temporal.ZonedDateTime): string {
  return local.toPlainDate().toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
}
