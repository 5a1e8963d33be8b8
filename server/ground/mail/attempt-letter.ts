import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { countHandover, uncountHandover } from '#server/ground/mail/outbox-rows.ts';
import type { Delivery, Transport } from '#server/ground/mail/transport.ts';
import { type AddressedLetter, writeLetter } from '#server/ground/mail/write-letter.ts';
import { describeError } from '#server/ground/process/log.ts';

interface Attempt {
  /** Null where the letter is no longer relevant. */
  delivery: Delivery | null;
  /** Why a letter without a delivery was dropped. */
  reason?: string;
  /** How often the letter was handed over by now without a refusal. */
  handed: number;
}

/** Writes a claimed letter and hands it over. Does not reject. */
export async function attemptLetter(
  context: Context,
  transport: Transport,
  row: Row<'outbox'>,
  signal: AbortSignal,
): Promise<Attempt> {
  let { handed } = row;
  try {
    const letter = await writeLetter(context, row);
    if (!letter) return { delivery: null, handed };
    if (letter.pace && !(await takes(context, letter.pace)))
      return { delivery: { outcome: 'later', reason: 'pace' }, handed };
    if (letter.limit && !(await takes(context, letter.limit))) {
      await giveBack(context, letter.pace);
      return { delivery: null, handed, reason: 'limit' };
    }
    const message = await composeMessage(letter, row, context.config.mailFrom, context.now());
    const { handOver } = letter;
    if (handOver) {
      message.handOver = async () => {
        const holds = await countHandover(context, row.id, handOver);
        if (holds) handed += 1;
        return holds;
      };
    }
    const delivery = await transport.send(message, signal);
    const mayArrive = delivery.outcome === 'sent' || delivery.outcome === 'unknown';
    if (!mayArrive) for (const limit of [letter.limit, letter.pace]) await giveBack(context, limit);
    const isRefused = delivery.outcome === 'later' || delivery.outcome === 'refused';
    if (isRefused && handed > row.handed) {
      await uncountHandover(context, row.id);
      handed -= 1;
    }
    return { delivery, handed };
  } catch (error) {
    return { delivery: { outcome: 'later', reason: describeError(error).name }, handed };
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
