import { type Config, ConfigError, readConfig } from '#server/ground/config/config.ts';
import type { Command, CommandCall } from '#server/operation/operator/command.ts';
import { type Check, failed, type Found, ok, warning } from '#server/operation/operator/check.ts';
import { checkAddress } from '#server/operation/operator/check-address.ts';
import { checkAfterBackup } from '#server/operation/operator/check-after-backup.ts';
import { checkClock, checkLetters, checkVersions, type DataState } from '#server/operation/operator/check-data.ts';
import { checkBackup, checkDisk, checkKey, checkRights } from '#server/operation/operator/check-folders.ts';
import { checkMail } from '#server/operation/operator/check-mail.ts';
import { checkMailDomain } from '#server/operation/operator/check-mail-domain.ts';
import { tableOf } from '#server/operation/operator/table.ts';
import { describeError } from '#server/ground/process/log.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const MARKS = { ok: '✓', warning: '!', failed: '✗' } as const;

export const doctor: Command = {
  name: 'doctor',
  args: [],
  summary:
    'looks at settings, address, rights, disk, key, data, mail and its domain, clock, backup, what follows it, letters and versions; status 1 where one failed',
  async run(call) {
    const checks = await examine(call);
    call.print({ checks }, tableOf(checks.map(({ name, state, says }) => [`${MARKS[state]} ${name}`, says])));
    return checks.some(({ state }) => state === 'failed') ? 1 : 0;
  },
};

async function examine({ env, data }: CommandCall): Promise<Check[]> {
  const checks: Check[] = [];
  const look = async (name: string, find: () => Found | Promise<Found>): Promise<void> => {
    checks.push({ name, ...(await safely(find)) });
  };
  let config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ name: 'settings', ...failed(error.message) }];
  }
  const now = Temporal.Now.instant();
  await look('settings', () => ok('Every variable has a value that can be used.'));
  await look('address', () => checkAddress(config));
  await look('licence', () => checkLicenceOffer(config));
  await look('rights', () => checkRights(config));
  await look('disk', () => checkDisk(config));
  await look('key', () => checkKey(config));
  await look('mail', () => checkMail(config));
  await look('mail domain', () => checkMailDomain(config));
  await look('backup', () => checkBackup(config, now));
  await look('after backup', () => checkAfterBackup(config, now));
  let state: DataState | null = null;
  await look('data', async () => {
    state = await data().run('state');
    return ok('The data can be read.');
  });
  const known: DataState | null = state;
  if (known === null) return checks;
  await look('clock', () => checkClock(known, now));
  await look('letters', () => checkLetters(known));
  await look('versions', () => checkVersions(known));
  return checks;
}

/** Runs a check; an unexpected error counts as a failed check and does not prevent the others. */
async function safely(find: () => Found | Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof StartError) return failed(error.message);
    const { code, name } = describeError(error);
    return failed(`It could not be looked at (${code ?? name}).`);
  }
}

/** Warns of half an offer: a price without a shop, or a shop without a price. */
function checkLicenceOffer({ licencePrice, licenceUrl }: Config): Found {
  if (licencePrice === null && licenceUrl === null) return ok('Nothing is said of what a licence costs.');
  if (licenceUrl === null) return warning('LICENCE_PRICE is shown without LICENCE_URL, where a licence is bought.');
  if (licencePrice === null) return warning('LICENCE_URL is shown without LICENCE_PRICE, what a licence costs.');
  return ok(`A licence is said to cost «${licencePrice}» at ${licenceUrl}.`);
}
