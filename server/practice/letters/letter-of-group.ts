import { type Difference, kindOf, leavesAt, timeOf } from '#domain/letters/difference.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { printAbout } from '#server/practice/letters/about.ts';
import type { Group } from '#server/practice/letters/group-presses.ts';
import type { PlannedLetter } from '#server/practice/letters/letter-rows.ts';

/** Returns the letter about the differences of a group; null without any. */
export function letterOfGroup(
  client: string,
  group: Group,
  told: readonly Difference[],
  nowMs: number,
): PlannedLetter | null {
  const kind = kindOf(told, group.booking !== '');
  const [first] = told;
  if (!kind || !first) return null;
  const leaves = group.atOnce ? nowMs : leavesAt(group, told, nowMs);
  const { duration } = first.now ?? first.was;
  return {
    kind,
    client,
    booking: group.booking,
    session: told.length === 1 ? first.session : '',
    series: group.series,
    start: printEpochMilliseconds(timeOf(first)),
    duration,
    at: Temporal.Instant.fromEpochMilliseconds(leaves),
    until: Temporal.Instant.fromEpochMilliseconds(lastOf(told)),
    about: printAbout(group),
  };
}

/**
 * Returns the last start that a letter is about, also of former starts: if the new start passes before the letter can
 * leave, a client who expects a later one still needs it.
 */
function lastOf(told: readonly Difference[]): number {
  return Math.max(...told.flatMap(({ was, now }) => [was, now].flatMap((said) => said?.startMs ?? [])));
}
