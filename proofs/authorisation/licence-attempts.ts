import fc from 'fast-check';
import { drawn } from '#proofs/support/seed.ts';
import { writeBy, WAYS } from '#proofs/authorisation/ways.ts';
import { ask } from '#proofs/support/ask.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

export interface LicenceAttempts {
  answered: ReadonlyMap<number, number>;
  faults: string[];
}

/** Sends a profile random fields and values that look like a licence, by every way of writing a record. */
export async function attemptLicence({ app, context }: TestServer, count: number): Promise<LicenceAttempts> {
  const practice = await plantPractice(context.db, 'lisa');
  const none = { license_key: '', license_status: '', license_verified_at: null, license_expires_at: null };
  await context.db.write(({ trx }) =>
    trx.updateTable('profiles').set(none).where('user', '=', practice.owner).execute(),
  );
  const token = await tokenOf(context, practice);
  const url = `/api/collections/profiles/records/${practice.profile}`;
  const answered = new Map<number, number>();
  const faults: string[] = [];
  for (const [way, fields] of drawn(fc.tuple(fc.constantFrom(...WAYS), body), count)) {
    const { status } = await ask(app, { ...(await writeBy(way, 'PATCH', url, fields)), token });
    answered.set(status, (answered.get(status) ?? 0) + 1);
    const stored = await context.db.read
      .selectFrom('profiles')
      .select(['license_key', 'license_status', 'license_verified_at', 'license_expires_at'])
      .where('user', '=', practice.owner)
      .executeTakeFirstOrThrow();
    if (status >= 500 || JSON.stringify(stored) !== JSON.stringify(none)) {
      faults.push(`${way} ${JSON.stringify(fields)}: ${status} ${JSON.stringify(stored)}`);
      break;
    }
  }
  return { answered, faults };
}

const name = fc.constantFrom(
  ...`license_key license_status license_verified_at license_expires_at licence_key license license_status:lower
  license_status+ +license_status profile.license_status user.license_status LICENSE_STATUS licenseStatus @jsonPayload
  name time_zone days_off min_notice_minutes user id __proto__ expand collectionName`.split(/\s+/),
);
const value = fc.constantFrom<unknown>(
  'active',
  'ACTIVE',
  'VALID_7',
  ' VALID_7 ',
  'expired',
  '2099-01-01 00:00:00.000Z',
  true,
  1,
  null,
  ['active'],
  { license_status: 'active', license_key: 'VALID_7' },
  '{"license_status":"active","license_expires_at":"2099-01-01 00:00:00.000Z"}',
  'Практика',
  'Europe/Moscow',
  [],
);
const body = fc
  .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
  .map((pairs): Record<string, unknown> => Object.fromEntries(pairs));
