import type { Action } from '#server/ground/action.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Pressed, PressedOnce } from '#server/practice/letters/group-presses.ts';
import { planPressed } from '#server/practice/letters/plan-pressed.ts';

/** All meetings that a transaction changed. */
interface Press {
  action: Action;
  meetings: Map<string, PressedOnce>;
  /** The request from which a session was created. */
  requests: Map<string, string>;
  /** The series with which a client's meetings were changed. */
  series: Map<string, string>;
}

const presses = new WeakMap<Write, Press>();

interface PressedFor {
  /** The request that the session answers, or from which the deleted session was created. */
  request?: string;
  /** The series that was saved, changed or ended. */
  series?: string;
}

/**
 * Registers the meetings that an action changes ("presses"), before or after it does. At the end of the transaction the
 * letters about them are planned, replaced and dropped, by what their clients were told and what holds then
 * (LETTER-04). A meeting that had begun both before and after the change needs no letter.
 */
export function pressMeetings(action: Action, pressed: readonly Pressed[], { request, series }: PressedFor = {}): void {
  const { write } = action;
  for (const { session, client, before, places } of pressed) {
    if (client === '') continue;
    const press = pressOf(write, action);
    const key = `${client} ${session}`;
    const first = press.meetings.get(key);
    press.meetings.set(key, {
      session,
      client,
      before: first ? first.before : before,
      ...(first ? first.places && { places: first.places } : places && { places }),
      silent: action.silent ?? false,
    });
    if (request !== undefined) press.requests.set(session, request);
    if (series !== undefined) press.series.set(client, series);
  }
}

function pressOf(write: Write, action: Action): Press {
  const known = presses.get(write);
  if (known) return known;
  const press: Press = {
    action: { ...action, silent: false },
    meetings: new Map(),
    requests: new Map(),
    series: new Map(),
  };
  presses.set(write, press);
  write.beforeCommit(() => settle(press));
  return press;
}

async function settle({ action, meetings, requests, series }: Press): Promise<void> {
  await planPressed(action, { meetings: [...meetings.values()], requests, series });
}
