import { emailKey } from '#domain/accounts/email.ts';
import { mailboxKey } from '#domain/accounts/mailbox.ts';
import { findAccount } from '#server/accounts/sign-ins/known-addresses.ts';
import { networkOf, widerNetworks } from '#server/ground/http/address.ts';
import type { Context } from '#server/ground/context.ts';
import { type LimitRule, LIMITS, type Point, TooManyRequests } from '#server/ground/limits/limit-rules.ts';

type Limiting = Pick<Context, 'limits'>;
/** Also what finds the account of an address. */
type Mailing = Pick<Context, 'limits' | 'db' | 'secrets'>;

const REGISTRATION = [LIMITS.registrationPerNetwork, LIMITS.registrationPerNetworkDaily];

/** Takes a point of a rule from the wider networks of an IPv6 address, which have 4 and 16 times as many points. */
export async function takeWider({ limits }: Limiting, rule: LimitRule, address: string): Promise<void> {
  for (const [wider, key] of widerRules(rule, address)) await limits.take(wider, key);
}

/** Counts a letter that is requested for an e-mail, known or unknown. Throws a TooManyRequests past the limits. */
export async function takeLetter(context: Limiting, email: string, address: string): Promise<void> {
  await takeNetwork(context, LIMITS.lettersPerNetwork, address);
  await context.limits.take(LIMITS.lettersPerEmail, `${mailboxKey(email)} ${networkOf(address)}`);
}

/**
 * Counts a letter for its mailbox, however the address is spelled and wherever it is requested from; returns the point,
 * or null where the mailbox had too many. A network that the account knows is counted apart, so that strangers do not
 * make the owner wait.
 */
async function countMailbox(context: Mailing, email: string, address: string): Promise<Point | null> {
  const place = (await findAccount(context, emailKey(email), address))?.place ?? null;
  const key = place === null ? mailboxKey(email) : `${mailboxKey(email)} ${place}`;
  for (const rule of [LIMITS.lettersPerMailbox, LIMITS.lettersPerFullMailbox]) {
    if ((await context.limits.takeAll([{ rule, key }])) === null) return { rule, key };
  }
  return null;
}

/** The same, but throws a TooManyRequests; only for calls where that reveals nothing about an account. */
export async function takeMailbox(context: Mailing, email: string, address: string): Promise<void> {
  if (!(await countMailbox(context, email, address))) throw new TooManyRequests(LIMITS.lettersPerFullMailbox.seconds);
}

/** Queues a letter unless its mailbox had too many; `queue` returns whether it queued one. */
export async function queueToMailbox(
  context: Mailing,
  { email, address }: { email: string; address: string },
  queue: () => Promise<boolean>,
): Promise<void> {
  const point = await countMailbox(context, email, address);
  if (point && !(await queue())) await context.limits.giveBack(point.rule, point.key);
}

/** Counts a registration for its network. Throws a TooManyRequests past the limits. */
export async function takeRegistration(context: Limiting, address: string): Promise<void> {
  for (const rule of REGISTRATION) await takeNetwork(context, rule, address);
}

/** Gives back the point of an invalid form: some people need several attempts at an accepted password. */
export async function giveBackRegistration({ limits }: Limiting, address: string): Promise<void> {
  for (const rule of REGISTRATION) {
    await limits.giveBack(rule, networkOf(address));
    for (const [wider, key] of widerRules(rule, address)) await limits.giveBack(wider, key);
  }
}

/** Takes a point of a rule from the network of an address, and from the wider ones around it. */
export async function takeNetwork(context: Limiting, rule: LimitRule, address: string): Promise<void> {
  await context.limits.take(rule, networkOf(address));
  await takeWider(context, rule, address);
}

function widerRules(rule: LimitRule, address: string): [LimitRule, string][] {
  const networks = widerNetworks(address);
  if (!networks) return [];
  return [
    [{ ...rule, name: `${rule.name}-56`, points: rule.points * 4 }, networks.wide],
    [{ ...rule, name: `${rule.name}-48`, points: rule.points * 16 }, networks.wider],
  ];
}
