import { createHash } from 'node:crypto';
import { badRequest } from '#domain/errors.ts';
import { emailKey } from '#domain/accounts/email.ts';
import { printInstant } from '#domain/time/instant.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import { TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { REFUSED } from '#server/records/refusals.ts';

const GOOD_FOR = { hours: 7 * 24 };
/** For this long the same form, sent again after a lost response, is accepted. */
const SENT_AGAIN = { seconds: 120 };
/** 206 random bits. */
const TOKEN_LENGTH = 40;
/** Hexadecimal digits of the hash, enough to tell one invitation from many. */
const ID_LENGTH = 12;

type Hashing = Pick<Context, 'secrets'>;

/** The registration that uses an invitation; equal for the same form sent again. */
interface Form {
  email: string;
  name: string;
  passwordHash: string;
}

/**
 * Makes an invitation for one address or, with null, for any; returns its link. Only a hash of its token is stored. It
 * is valid once, for seven days.
 */
export async function makeInvitation(context: Context, email: string | null): Promise<string> {
  const token = randomText(TOKEN_LENGTH);
  const invitation = {
    hash: hashOf(token),
    for: email === null ? '' : addressHash(context, email),
    used_by: null,
    used: null,
    expires: printInstant(context.now().add(GOOD_FOR)),
  };
  await context.db.write(({ trx }) => trx.insertInto('invitations').values(invitation).execute());
  return pageUrl(context, `/auth#invite=${token}`);
}

/** A valid invitation. It holds only a hash of the address, so it does not reveal whose it is. */
export interface OpenInvitation {
  id: string;
  isForOneAddress: boolean;
  expires: string;
}

/** Returns the valid invitations, the first to expire first; with `which` only those of this id or address. */
export async function openInvitations(context: Context, which: string | null): Promise<OpenInvitation[]> {
  const open = context.db.read
    .selectFrom('invitations')
    .select(['hash', 'for', 'expires'])
    .where('used', 'is', null)
    .where('expires', '>', printInstant(context.now()))
    .orderBy('expires')
    .orderBy('hash');
  const address = which?.includes('@') ? addressHash(context, which) : '';
  return (await open.execute())
    .map((row) => ({ ...row, id: row.hash.slice(0, ID_LENGTH) }))
    .filter((row) => which === null || row.id === which || (address !== '' && row.for === address))
    .map((row) => ({ id: row.id, isForOneAddress: row.for !== '', expires: row.expires }));
}

/** Voids invitations by their ids; returns how many of them were open. */
export async function withdrawInvitations({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<number> {
  return db.write(async ({ trx }) => {
    let withdrawn = 0;
    for (const id of ids) {
      // A range, which the index of the hexadecimal hashes serves.
      const open = trx
        .deleteFrom('invitations')
        .where('hash', '>=', id)
        .where('hash', '<', `${id}g`)
        .where('used', 'is', null);
      withdrawn += Number((await open.executeTakeFirstOrThrow()).numDeletedRows);
    }
    return withdrawn;
  });
}

/** Throws the 400 for `invite` unless a valid or a used invitation has this token; does not use it up. */
export async function requireInvitation(db: Reader, token: unknown, now: Temporal.Instant): Promise<string> {
  const hash = typeof token === 'string' ? hashOf(token) : '';
  const found = db
    .selectFrom('invitations')
    .select('hash')
    .where('hash', '=', hash)
    .where('expires', '>', printInstant(now));
  if (!(await found.executeTakeFirst())) throw invalid();
  return hash;
}

/**
 * Uses an invitation up in the transaction of the registration; of two at once the first one gets it. Returns 'before'
 * where the same form has used it up already. Throws the 400 for `invite` otherwise.
 */
export async function takeInvitation(
  { context, write, now }: { context: Hashing; write: Write; now: Temporal.Instant },
  hash: string,
  form: Form,
): Promise<'now' | 'before'> {
  const usedBy = keyedHash(context.secrets, `invited ${emailKey(form.email)} ${form.passwordHash} ${form.name}`);
  const stamp = printInstant(now);
  const good = write.trx
    .updateTable('invitations')
    .where('hash', '=', hash)
    .where('expires', '>', stamp)
    .where('for', 'in', ['', addressHash(context, form.email)]);
  const taken = await good
    .set({ used: stamp, used_by: usedBy })
    .where('used', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (taken) return 'now';
  const again = await good
    .set({ used_by: usedBy })
    .where('used_by', '=', usedBy)
    .where('used', '>', printInstant(now.subtract(SENT_AGAIN)))
    .returning('hash')
    .executeTakeFirst();
  if (!again) throw invalid();
  return 'before';
}

/** Deletes expired invitations, used ones too: none becomes valid again. */
export async function forgetInvitations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const over = printInstant(now());
  await db.write(({ trx }) => trx.deleteFrom('invitations').where('expires', '<=', over).execute());
}

function invalid(): Error {
  return badRequest(REFUSED.create, { invite: TOKEN_ERROR.invalid });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Hashes the address, which belongs to a person without an account. */
function addressHash({ secrets }: Hashing, email: string): string {
  return keyedHash(secrets, `invitation ${emailKey(email)}`);
}
