import type { Outcome } from '#domain/letters/attempt.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { type Claimed, countHandover } from '#server/ground/mail/queues.ts';
import type { Transport } from '#server/ground/mail/transport.ts';
import { type AddressedLetter, type Mail, writeAccountLetter } from '#server/ground/mail/write-letter.ts';
import { describeError } from '#server/ground/process/log.ts';

/** Writes a claimed letter and hands it over, which `claimed` counts as the database does. Does not reject. */
export async function attemptLetter(
  context: Context,
  { transport, mail }: { transport: Transport; mail: Mail },
  claimed: Claimed,
  signal: AbortSignal,
): Promise<Outcome> {
  const { queue, row } = claimed;
  try {
    if (queue === 'letters' && row.expires <= printInstant(context.now())) return { outcome: 'expired' };
    const letter = await (queue === 'letters'
      ? mail.toClients(context, row)
      : writeAccountLetter(mail.aboutAccounts, context, row));
    if (!letter) return { outcome: 'void' };
    if (letter.pace && !(await takes(context, letter.pace))) return { outcome: 'later', reason: 'pace' };
    if (letter.limit && !(await takes(context, letter.limit))) {
      await giveBack(context, letter.pace);
      return { outcome: 'void', reason: 'limit' };
    }
    const message = await composeMessage(letter, row, context.config.mailFrom, context.now());
    const { handOver } = letter;
    const before = queue === 'letters' ? row.handed : 0;
    if (queue === 'letters' && handOver) {
      message.handOver = async () => {
        const holds = await countHandover(context, row.id, handOver);
        if (holds) row.handed += 1;
        return holds;
      };
    }
    const result = await transport.send(message, signal);
    if (result.outcome === 'sent' || result.outcome === 'unknown') return result;
    for (const limit of [letter.limit, letter.pace]) await giveBack(context, limit);
    // What was refused did not arrive.
    if (queue === 'letters') row.handed = before;
    return result;
  } catch (error) {
    return { outcome: 'later', reason: describeError(error).name };
  }
}

async function giveBack({ limits }: Context, limit: AddressedLetter['limit']): Promise<void> {
  if (limit) await limits.giveBack(limit.rule, limit.key);
}

async function takes({ limits }: Context, { rule, key }: NonNullable<AddressedLetter['limit']>): Promise<boolean> {
  try {
    await limits.take(rule, key);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
}
