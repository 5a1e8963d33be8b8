import { z } from 'zod';
import type { VisitorRules } from '#domain/availability/free-slots.ts';
import { type Licence, LICENCE_STATUSES, type LicenceStatus } from '#domain/profiles/licence.ts';
import { dayOff } from '#domain/profiles/profile-values.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';

type LicenceColumns = 'license_key' | 'license_status' | 'license_verified_at' | 'license_expires_at';
type RuleColumns = 'min_notice_minutes' | 'max_days_ahead' | 'buffer_minutes' | 'days_off';

const storedDaysOff = z.array(dayOff);

export function licenceOf(row: Pick<Decoded<'profiles'>, LicenceColumns>): Licence {
  return {
    key: row.license_key,
    status: statusOf(row.license_status),
    verifiedAt: instantOf(row.license_verified_at),
    expiresAt: instantOf(row.license_expires_at),
  };
}

export function licenceColumns(licence: Licence): Pick<Decoded<'profiles'>, LicenceColumns> {
  return {
    license_key: licence.key,
    license_status: licence.status,
    license_verified_at: licence.verifiedAt ? printInstant(licence.verifiedAt) : '',
    license_expires_at: licence.expiresAt ? printInstant(licence.expiresAt) : '',
  };
}

/** Returns the rules for bookings by visitors. */
export function visitorRulesOf(row: Pick<Decoded<'profiles'>, RuleColumns>): VisitorRules {
  return {
    minNoticeMinutes: row.min_notice_minutes,
    maxDaysAhead: row.max_days_ahead,
    bufferMinutes: row.buffer_minutes,
    daysOff: storedDaysOff.parse(row.days_off),
  };
}

function statusOf(stored: string): LicenceStatus {
  return LICENCE_STATUSES.find((status) => status === stored) ?? '';
}

function instantOf(stored: string): Temporal.Instant | null {
  return stored === '' ? null : parseStoredInstant(stored);
}
