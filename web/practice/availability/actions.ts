import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { pb } from '#web/ground/api/client.ts';
import { currentSession } from '#web/ground/api/session.ts';
import type { VisitorRules } from '#web/practice/availability/rules-form.ts';

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
