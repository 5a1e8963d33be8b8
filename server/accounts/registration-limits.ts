import { networkOf, widerNetworks } from '#server/http/address.ts';
import type { Context } from '#server/context.ts';
import { giveBackWider, LIMITS, takeWider } from '#server/limits/limits.ts';

const RULES = [LIMITS.registrationPerAddress, LIMITS.registrationPerAddressDaily];

/** Counts a registration for its network. Throws a TooManyRequests past the limits. */
export async function takeRegistration({ limits }: Pick<Context, 'limits'>, address: string): Promise<void> {
  for (const rule of RULES) {
    await limits.take(rule, networkOf(address));
    await takeWider(limits, rule, widerNetworks(address));
  }
}

/** A form with a mistake in it registers nobody, and some people need several until their password is taken. */
export async function giveBackRegistration({ limits }: Pick<Context, 'limits'>, address: string): Promise<void> {
  for (const rule of RULES) {
    await limits.giveBack(rule, networkOf(address));
    await giveBackWider(limits, rule, widerNetworks(address));
  }
}
