import type { SessionStatus } from '#domain/sessions/session.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { pb } from '#web/api/client.ts';
import { currentSession } from '#web/api/session.ts';
import type { MetSession } from '#web/availability/met-sessions.ts';
import type { VisitorRules } from '#web/availability/rules-form.ts';

interface Changes {
  days: readonly (WeekdayHours & { id: string | null })[];
  rules: Partial<VisitorRules>;
  /** The id of the profile, which holds the rules. */
  profile: string;
}

/** Saves the changes of the screen in one batch: all of them or none. */
export async function saveAvailability({ days, rules, profile }: Changes): Promise<void> {
  const session = currentSession();
  if (session.status !== 'user') throw new Error('User not authenticated');
  const batch = pb.createBatch();
  const settings = batch.collection('availability_settings');
  for (const { id, ...hours } of days) {
    if (id === null) settings.create({ user: session.user.id, ...hours });
    else settings.update(id, hours);
  }
  if (Object.keys(rules).length > 0) batch.collection('profiles').update(profile, rules);
  await batch.send();
}

/**
 * Cancels a session, or plans it again in its own time, whatever overlaps it. Returns false where it is no longer as
 * `seen`, and writes nothing.
 */
export async function setStatus(
  { id, date, status }: Pick<MetSession, 'id' | 'date' | 'status'>,
  next: SessionStatus,
): Promise<boolean> {
  const sessions = pb.collection('sessions');
  const newest = await sessions.getOne<Pick<MetSession, 'date' | 'status'>>(id, { fields: 'date,status' });
  if (newest.date !== date || newest.status !== status) return false;
  await sessions.update(id, { status: next, allowOverlap: true });
  return true;
}
