import { Resolver } from 'node:dns/promises';
import type { Config } from '#server/ground/config/config.ts';
import { isLoopback } from '#server/ground/config/loopback.ts';
import { domainOf, greeting } from '#server/ground/config/mail-names.ts';
import { type Found, ok, warning } from '#server/operation/operator/check.ts';

export interface Records extends Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'reverse'> {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

const PATIENCE = { timeout: 2000, tries: 2 };
const ABSENT: readonly unknown[] = ['ENODATA', 'ENOTFOUND'];

type Sender = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/**
 * Checks whether the domain of MAIL_FROM has SPF and DMARC policies, accepts mail, and belongs to the account that
 * sends; for a mail server on this machine, whether the addresses of its name resolve back to it. Skipped without a
 * network.
 */
export async function checkMailDomain(sender: Sender, records: Records = new Resolver(PATIENCE)): Promise<Found> {
  const { smtpUrl, mailFrom } = sender;
  const domain = domainOf(mailFrom);
  if (smtpUrl === null || !domain.includes('.')) return ok('No letter leaves this machine.');
  const account = domainOfAccount(smtpUrl);
  if (account !== null && !isSameOrganisation(account, domain)) {
    return warning(
      `MAIL_FROM is of ${domain}, the account of SMTP_URL of ${account}: its server signs for ${account} alone, and letters may end among spam.`,
    );
  }
  try {
    const missing = await findMissing(domain, records);
    if (isLoopback(new URL(smtpUrl).hostname))
      missing.push(...(await findWithoutReverse(greeting(sender).name, records)));
    if (missing.length === 0) return ok(`${domain}, of MAIL_FROM, has SPF, DMARC and a mail server.`);
    return warning(`${domain}, of MAIL_FROM, has no ${missing.join(', no ')}: letters may end among spam.`);
  } catch {
    return ok(`The records of ${domain}, of MAIL_FROM, cannot be looked up here.`);
  }
}

async function findMissing(domain: string, records: Records): Promise<string[]> {
  const texts = async (name: string) => (await unlessAbsent(records.resolveTxt(name))).map((parts) => parts.join(''));
  const missing: string[] = [];
  if (!(await texts(domain)).some((text) => /^v=spf1\b/i.test(text))) missing.push('TXT record v=spf1');
  // The policy of a parent domain applies to its subdomains.
  const above = domain.split('.').map((_, at, parts) => parts.slice(at).join('.'));
  const policies = await Promise.all(above.slice(0, -1).map((name) => texts(`_dmarc.${name}`)));
  if (!policies.flat().some((text) => /^v=DMARC1\b/i.test(text)))
    missing.push(`TXT record v=DMARC1 at _dmarc.${domain}`);
  if ((await unlessAbsent(records.resolveMx(domain))).length === 0)
    missing.push('MX record, so that no report comes back');
  return missing;
}

/** Returns the domain of the account that sends the letters; null where its name is no address. */
function domainOfAccount(smtpUrl: string): string | null {
  const name = decodeURIComponent(new URL(smtpUrl).username);
  return name.includes('@') ? domainOf(name) : null;
}

/** Returns whether DMARC treats two domains as one organisation: a domain and its subdomains. */
function isSameOrganisation(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Returns those addresses of the name with which mail servers are greeted that do not resolve back to it. */
async function findWithoutReverse(name: string | undefined, records: Records): Promise<string[]> {
  if (name === undefined) return [];
  const addresses = [...(await unlessAbsent(records.resolve4(name))), ...(await unlessAbsent(records.resolve6(name)))];
  const nameless: string[] = [];
  for (const address of addresses) {
    if (!(await unlessAbsent(records.reverse(address))).includes(name))
      nameless.push(`PTR record of ${address} that says ${name}`);
  }
  return nameless;
}

async function unlessAbsent<Value>(looked: Promise<Value[]>): Promise<Value[]> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return [];
    throw error;
  }
}
