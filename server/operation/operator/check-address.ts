import type { Config } from '#server/ground/config/config.ts';
import { isForThisMachine } from '#server/ground/config/loopback.ts';
import { clearAddress, unnamedProxy } from '#server/ground/config/proxy-networks.ts';
import { type Found, failed, ok, warning } from '#server/operation/operator/check.ts';
import { describeError } from '#server/ground/process/log.ts';

const ANSWERS_WITHIN_MS = 10_000;
/** The message of `/api/health` for everybody. */
const HEALTHY = 'API is healthy.';
/** Errors that a machine behind a router may get from its own public address. */
const UNREACHED: readonly string[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'TimeoutError'];

export type Ask = (url: string, options: RequestInit) => Promise<Response>;

/** Checks whether PUBLIC_URL leads to the program, encrypted and through a proxy that TRUST_PROXY names. */
export async function checkAddress(config: Pick<Config, 'publicUrl' | 'trustProxy'>, ask: Ask = fetch): Promise<Found> {
  const { publicUrl } = config;
  const lost = isForThisMachine(config) ? null : await checkPublicUrl(publicUrl, ask);
  if (lost?.state === 'failed') return lost;
  const wrong = clearAddress(config) ?? unnamedProxy(config);
  if (wrong !== null) return warning(wrong);
  return lost ?? ok(`People reach it at ${publicUrl}.`);
}

/** Returns what is wrong if PUBLIC_URL does not lead to a program of Kabinet. */
async function checkPublicUrl(publicUrl: string, ask: Ask): Promise<Found | null> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  try {
    const response = await ask(`${publicUrl}/api/health`, { redirect: 'manual', signal });
    const answer = await response.text();
    if (response.status === 200 && answer.includes(HEALTHY)) return null;
    return failed(
      `PUBLIC_URL ${publicUrl} leads elsewhere, or to a program that is not well (status ${response.status}).`,
    );
  } catch (error) {
    const { code, name } = describeError(error instanceof Error && error.cause !== undefined ? error.cause : error);
    const why = code ?? name;
    return UNREACHED.includes(why)
      ? warning(`PUBLIC_URL ${publicUrl} is not reached from here (${why}): is it from elsewhere?`)
      : failed(`PUBLIC_URL ${publicUrl} does not lead here (${why}): look at its DNS record and its certificate.`);
  }
}
