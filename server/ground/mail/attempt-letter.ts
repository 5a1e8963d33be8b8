import type { Outcome } from '#domain/letters/next-attempt.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { type Claimed, countHandover } from '#server/ground/mail/queues.ts';
import type { Transport } from '#server/ground/mail/transport.ts';
import { type Mail, writeAccountLetter } from '#server/ground/mail/write-letter.ts';
import { describeError } from '#server/ground/process/log.ts';

/**
 * Composes a claimed letter and hands it over; keeps the count of hand-overs in `claimed` equal to the database's. Does
 * not reject.
 */
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
    if (letter.held) return { outcome: 'later', reason: 'held' };
    const points = [letter.pace, letter.limit].filter((point) => point !== undefined);
    const refused = points.length > 0 ? await context.limits.takeAll(points) : null;
    if (refused) {
      return refused === letter.pace?.rule
        ? { outcome: 'later', reason: 'pace' }
        : { outcome: 'void', reason: 'limit' };
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
    for (const { rule, key } of points) await context.limits.giveBack(rule, key);
    // A refused letter did not arrive.
    if (queue === 'letters') row.handed = before;
    return result;
  } catch (error) {
    return { outcome: 'later', reason: describeError(error).name };
  }
}
