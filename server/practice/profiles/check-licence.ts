import { notFound } from '#domain/errors.ts';
import { checkLicence } from '#domain/profiles/licence.ts';
import type { Action } from '#server/ground/action.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import { licenceColumns, licenceOf } from '#server/practice/profiles/stored-profile.ts';
import { updateRow } from '#server/records/store.ts';

/** Checks a licence key and stores the result in the practitioner's profile, the only way to set one (PROFILE-03). */
export async function checkLicenceKey(action: Action, key: string): Promise<Decoded<'profiles'>> {
  const { write, owner, now } = action;
  // The count of clients takes the same lock, so that it never uses an outdated licence.
  const profile = await write.trx.selectFrom('profiles').selectAll().where('user', '=', owner).executeTakeFirst();
  if (!profile) throw notFound();
  return updateRow(
    action,
    'profiles',
    profile.id,
    licenceColumns(checkLicence(licenceOf(decodeRow('profiles', profile)), key, now)),
  );
}
