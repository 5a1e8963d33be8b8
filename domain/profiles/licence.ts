export const LICENCE_STATUSES = ['active', 'invalid', 'expired'] as const;
export type LicenceStatus = (typeof LICENCE_STATUSES)[number] | '';

/** Specification §4; an empty status was never checked. */
export const LICENCE_STATUS_LABEL: Record<LicenceStatus, string> = {
  active: 'Активна',
  invalid: 'Недействительна',
  expired: 'Истекла',
  '': 'Не проверена',
};

/** Keys that are valid begin so, specification §9. */
const VALID_PREFIX = 'VALID_';

export const LICENCE_KEY_MAX = 200;

export interface Licence {
  key: string;
  status: LicenceStatus;
  verifiedAt: Temporal.Instant | null;
  expiresAt: Temporal.Instant | null;
}

/** What the licence is at `now`: an active one whose year is over reads expired by itself. */
export function licenceStatus(licence: Pick<Licence, 'status' | 'expiresAt'>, now: Temporal.Instant): LicenceStatus {
  if (licence.status !== 'active') return licence.status;
  return licence.expiresAt && Temporal.Instant.compare(licence.expiresAt, now) <= 0 ? 'expired' : 'active';
}

export function licenceActive(licence: Pick<Licence, 'status' | 'expiresAt'>, now: Temporal.Instant): boolean {
  return licenceStatus(licence, now) === 'active';
}

/**
 * Decides a key (PROFILE-03, specification §4): the key that is active keeps its expiry, another valid key starts a
 * year from `now` (UTC calendar), an expired key stays expired, any other key is invalid and empties the expiry.
 */
export function checkLicence(current: Licence, key: string, now: Temporal.Instant): Licence {
  const trimmed = key.trim();
  if (!trimmed.startsWith(VALID_PREFIX)) return { key: trimmed, status: 'invalid', verifiedAt: now, expiresAt: null };
  const held = licenceStatus(current, now);
  if (trimmed === current.key && (held === 'active' || held === 'expired')) {
    return { ...current, status: held, verifiedAt: now };
  }
  const expiresAt = now.toZonedDateTimeISO('UTC').add({ years: 1 }).toInstant();
  return { key: trimmed, status: 'active', verifiedAt: now, expiresAt };
}

/** How long before its end a licence is spoken of: 30 days. */
const ENDING_HOURS = 30 * 24;

/** What is to be said of a licence: that it has ended, or will soon, and when. */
export interface LicenceNotice {
  kind: 'expired' | 'ending';
  at: Temporal.Instant;
}

/** Returns that a licence has ended, or ends within 30 days of `now`; null for any other, and one without an end. */
export function licenceNotice(
  licence: Pick<Licence, 'status' | 'expiresAt'>,
  now: Temporal.Instant,
): LicenceNotice | null {
  const { expiresAt: at } = licence;
  const status = licenceStatus(licence, now);
  if (at === null) return null;
  if (status === 'expired') return { kind: 'expired', at };
  const isSoon = Temporal.Instant.compare(at, now.add({ hours: ENDING_HOURS })) <= 0;
  return status === 'active' && isSoon ? { kind: 'ending', at } : null;
}

/** `GET /api/licence-offer`: what a licence costs and where it is bought; null where the operator has not said so. */
export interface LicenceOffer {
  price: string | null;
  url: string | null;
}
