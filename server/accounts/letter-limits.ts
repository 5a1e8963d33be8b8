import { untaggedKey } from '#domain/accounts/account.ts';
import { networkOf, widerNetworks } from '#server/http/address.ts';
import type { Context } from '#server/context.ts';
import { LIMITS, takeWider } from '#server/limits/limits.ts';

/** Letters are asked for in the name of an e-mail, whoever owns it. Throws a TooManyRequests past the limits. */
export async function takeLetter({ limits }: Context, email: string, address: string): Promise<void> {
  const network = networkOf(address);
  await limits.take(LIMITS.lettersPerAddress, network);
  await takeWider(limits, LIMITS.lettersPerAddress, widerNetworks(address));
  await limits.take(LIMITS.lettersPerEmail, `${untaggedKey(email)} ${network}`);
}
