import { discreetName } from '#domain/letters/discreet.ts';
import type { Context } from '#server/ground/context.ts';
import { readStopToken } from '#server/practice/letters/address-keys.ts';
import { isStored, readRules } from '#server/practice/letters/recipients.ts';

export interface UnsubscribeTarget {
  /** Whose letters they are, as they name it themselves. */
  sender: string;
  stopped: boolean;
}

/** Returns whose letters a way out ends, and whether it did; null for a token that is not ours, or a deleted account. */
export async function readUnsubscribeLink(
  context: Pick<Context, 'db' | 'secrets'>,
  token: string,
): Promise<UnsubscribeTarget | null> {
  const wish = readStopToken(context, token);
  const rules = wish && (await readRules(context.db.read, wish.owner));
  if (!rules) return null;
  const stopped = await isStored(context.db.read, wish);
  return { sender: discreetName(rules.sender_name, rules.name), stopped };
}
