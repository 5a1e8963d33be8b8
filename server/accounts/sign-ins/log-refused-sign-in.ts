import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { emailKey } from '#domain/accounts/email.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import type { Context } from '#server/ground/context.ts';
import { countEntry } from '#server/ground/journal/write-entry.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import { describeError } from '#server/ground/process/log.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';

/** Log lines for attempts that a limit refused, so that a flood does not fill the disk; the metrics count all. */
const LINES = {
  network: new WindowCounter({ name: 'refused-lines-network', points: 30, seconds: 60 }),
  all: new WindowCounter({ name: 'refused-lines', points: 1000, seconds: 60 }),
};

function hasLine(network: string): boolean {
  try {
    LINES.network.take(network);
    LINES.all.take('all');
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
}

/**
 * Logs refused sign-ins with keyed hashes of network and account and counts wrong passwords by the hour in the owner's
 * journal, after the response, so that its duration does not depend on the account. A limit's refusals are only logged,
 * so that a flood causes no write. `tried`: the password was wrong; otherwise a limit refused the attempt unchecked.
 */
export function logRefusedSignIn(
  { context, counts }: { context: Context; counts: Counts },
  { raw, request }: FastifyReply,
  { email, tried }: { email: string; tried: boolean },
): void {
  const key = emailKey(email);
  finished(raw, () => {
    counts.signInsRefused[tried ? 'password' : 'limit'] += 1;
    const network = keyedHash(context.secrets, networkOf(request.ip));
    if (tried || hasLine(network)) {
      context.log.warn({ network, account: keyedHash(context.secrets, key), tried }, 'sign-in refused');
    }
    if (!tried) return;
    countRefusal(context, key).catch((error: unknown) =>
      context.log.warn(describeError(error), 'a refused sign-in is missing in the journal'),
    );
  });
}

async function countRefusal(context: Context, key: string): Promise<void> {
  const { db } = context;
  const now = context.now();
  const account = await db.read.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
  if (!account) return;
  const { id } = account;
  await db.write((write) =>
    countEntry(
      { write, owner: ownerId(id), actor: GUEST, now },
      { action: 'sign_in_refused', subject: 'users', record: id },
    ),
  );
}
