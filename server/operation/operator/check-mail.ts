import type { Config } from '#server/ground/config/config.ts';
import { greeting } from '#server/ground/config/mail-names.ts';
import { withEncryption } from '#server/ground/config/smtp-url.ts';
import { certificateTrouble } from '#server/ground/mail/certificate-trouble.ts';
import { type Found, failed, ok, warning } from '#server/operation/operator/check.ts';
import { describeError } from '#server/ground/process/log.ts';

const PATIENCE_MS = 10_000;

/** Checks whether the mail server of SMTP_URL is reachable, encrypted, and accepts the password. Sends nothing. */
export async function checkMail(config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'mailFrom'>): Promise<Found> {
  const { smtpUrl } = config;
  if (smtpUrl === null) return warning('SMTP_URL is not set: letters are files in DATA_DIR/mail, and reach nobody.');
  const { createTransport } = await import('nodemailer');
  const patience = { dnsTimeout: PATIENCE_MS, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS };
  const mailer = createTransport({
    url: withEncryption(smtpUrl),
    ...greeting(config),
    ...patience,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await mailer.verify();
  } catch (error) {
    const { code, name } = describeError(error);
    const reply = error instanceof Error && 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
    const why = certificateTrouble(error) ?? `${code ?? name}${reply}`;
    return failed(`The mail server of SMTP_URL does not take letters (${why}).`);
  } finally {
    mailer.close();
  }
  const { hostname, searchParams } = new URL(smtpUrl);
  return searchParams.get('insecure') === '1'
    ? warning(`SMTP_URL says insecure=1: letters and the password may cross the network to ${hostname} in clear.`)
    : ok(`The mail server ${hostname} answers.`);
}
