import { Resolver } from 'node:dns/promises';
import type { Config } from '#server/ground/config/config.ts';
import { domainOf } from '#server/ground/config/mail-names.ts';
import { type Found, ok, warning } from '#server/operation/operator/check.ts';

export type Records = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

const PATIENCE = { timeout: 2000, tries: 2 };
const ABSENT: readonly unknown[] = ['ENODATA', 'ENOTFOUND'];

/** Whether the domain of MAIL_FROM says who may send for it, and takes mail. Without a network it is not looked at. */
export async function checkMailDomain(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  records: Records = new Resolver(PATIENCE),
): Promise<Found> {
  const domain = domainOf(mailFrom);
  if (smtpUrl === null || !domain.includes('.')) return ok('No letter leaves this machine.');
  try {
    const missing = await findMissing(domain, records);
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
  // That of the domain above counts for those below it.
  const above = domain.split('.').map((_, at, parts) => parts.slice(at).join('.'));
  const policies = await Promise.all(above.slice(0, -1).map((name) => texts(`_dmarc.${name}`)));
  if (!policies.flat().some((text) => /^v=DMARC1\b/i.test(text)))
    missing.push(`TXT record v=DMARC1 at _dmarc.${domain}`);
  if ((await unlessAbsent(records.resolveMx(domain))).length === 0)
    missing.push('MX record, so that no report comes back');
  return missing;
}

async function unlessAbsent<Value>(looked: Promise<Value[]>): Promise<Value[]> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return [];
    throw error;
  }
}
