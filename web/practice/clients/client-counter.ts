import { MAX_CLIENTS } from '#domain/clients/client-limit.ts';
import { licenceActive } from '#domain/profiles/licence.ts';
import type { LicenceStatus } from '#domain/profiles/licence.ts';
import { readInstant } from '#domain/time/instant.ts';
import { CLIENTS, plural, showNumber } from '#web/ground/format/plural.ts';

/** Whether the limit of clients is lifted at `now`, from the profile of the record API. */
export function hasLicence(
  profile: { license_status: LicenceStatus; license_expires_at: string },
  now: Temporal.Instant,
): boolean {
  return licenceActive({ status: profile.license_status, expiresAt: readInstant(profile.license_expires_at) }, now);
}

/**
 * CLIENT-03: '2/3 клиентов', always in this form, or '24 клиента (лицензия активна)'; archived clients are counted
 * separately, because the list below does not show them.
 */
export function counterText(count: number, archived: number, licensed: boolean): string {
  if (!licensed) return `${count}/${MAX_CLIENTS} клиентов`;
  const listed = `${showNumber(count - archived)} ${plural(count - archived, CLIENTS)}`;
  return `${listed}${archived > 0 ? `, в\u00A0архиве ${showNumber(archived)}` : ''} (лицензия активна)`;
}
