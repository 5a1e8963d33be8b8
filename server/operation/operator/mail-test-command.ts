import { emailAddress } from '#domain/accounts/account.ts';
import { printInstant } from '#domain/time/instant.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { greeting } from '#server/ground/config/mail-names.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { composeMessage } from '#server/ground/mail/compose-message.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import { type Command, UsageError } from '#server/operation/operator/command.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const PATIENCE_MS = 100_000;

const LETTER = {
  subject: 'Проверка почты — Кабинет',
  title: 'Проверка почты',
  paragraphs: ['Это письмо отправил администратор Кабинета, чтобы проверить почту. Если оно пришло, письма доходят.'],
  notes: [],
};

export const mailTest: Command = {
  name: 'mail-test',
  args: ['ADDRESS'],
  summary: 'sends a letter to an address now, and says what the mail server said',
  async run({ args, env, print }) {
    const to = args[0] ?? '';
    if (!emailAddress.safeParse(to).success) throw new UsageError(`${to} is no e-mail address.`, []);
    const config = readConfig(env);
    const { smtpUrl, mailFrom } = config;
    if (smtpUrl === null) throw new StartError('SMTP_URL is not set: there is no mail server to try.');
    const now = Temporal.Now.instant();
    const row = { message_id: randomText(32), created: printInstant(now) };
    const message = await composeMessage({ to, letter: LETTER }, row, mailFrom, now);
    const delivery = await smtpTransport(smtpUrl, greeting(config)).send(message, AbortSignal.timeout(PATIENCE_MS));
    if (delivery.outcome !== 'sent') {
      const reason = 'reason' in delivery ? delivery.reason : delivery.outcome;
      throw new StartError(`The mail server of SMTP_URL did not take the letter (${reason}).`);
    }
    print({ to, from: message.from, sent: true }, [`The mail server took a letter from ${message.from} to ${to}.`]);
  },
};
