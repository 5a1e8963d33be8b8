const STEPS = new Map<string, (date: Temporal.PlainDate) => Temporal.PlainDate>([
  ['ArrowLeft', (date) => date.subtract({ days: 1 })],
  ['ArrowRight', (date) => date.add({ days: 1 })],
  ['ArrowUp', (date) => date.subtract({ days: 7 })],
  ['ArrowDown', (date) => date.add({ days: 7 })],
  ['Home', (date) => date.subtract({ days: date.dayOfWeek - 1 })],
  ['End', (date) => date.add({ days: 7 - date.dayOfWeek })],
  ['PageUp', (date) => date.subtract({ months: 1 })],
  ['PageDown', (date) => date.add({ months: 1 })],
]);

/** The target of a key from a day of a month grid; null for a key without effect. */
export function dayByKey(key: string, from: Temporal.PlainDate): Temporal.PlainDate | null {
  return STEPS.get(key)?.(from) ?? null;
}
