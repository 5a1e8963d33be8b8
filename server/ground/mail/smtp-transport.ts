import { Readable } from 'node:stream';
import { withEncryption } from '#server/ground/config/smtp-url.ts';
import { certificateTrouble } from '#server/ground/mail/certificate-trouble.ts';
import type { Delivery, Transport } from '#server/ground/mail/transport.ts';

const SECOND = 1000;
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  // A mail server may take more than a minute to accept a letter; one that is given up by then arrives twice.
  socketTimeout: 90 * SECOND,
};

/** Sends through the mail server of SMTP_URL, with a connection for each letter. */
export function smtpTransport(smtpUrl: string, timeouts: Partial<typeof TIMEOUTS> = {}): Transport {
  return {
    async send(message, signal) {
      // The whole letter is sent: from here on a lost response leaves open whether the server accepted it.
      let handedOver = false;
      let withdrawn = false;
      const body = async function* (): AsyncGenerator<Buffer> {
        withdrawn = message.handOver !== undefined && !(await message.handOver());
        if (withdrawn) throw new Error('withdrawn');
        yield message.raw;
        handedOver = true;
      };
      try {
        const { createTransport } = await import('nodemailer');
        const mailer = createTransport({ url: withEncryption(smtpUrl), ...TIMEOUTS, ...timeouts });
        // The body is read when the server asks for it: nodemailer itself reads it before it connects.
        mailer.use('stream', (mail, done) => {
          mail.message.createReadStream = () => Readable.from(body());
          done();
        });
        await mailer.sendMail({ envelope: { from: message.from, to: message.to }, raw: '', signal });
        return { outcome: 'sent' };
      } catch (error) {
        return withdrawn ? { outcome: 'withdrawn' } : deliveryOf(error, handedOver);
      }
    },
  };
}

/**
 * A permanent refusal of these commands concerns the letter; others concern the sender or the credentials, which can be
 * fixed.
 */
const ABOUT_THE_LETTER = ['RCPT TO', 'DATA'];

function deliveryOf(error: unknown, handedOver: boolean): Delivery {
  const { code, command, responseCode, permanent, response = '' } = describe(error);
  const [, detail] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const said = [command, responseCode ?? code, detail].filter((part) => part !== undefined).join(' ');
  const reason = (certificateTrouble(error) ?? said) || 'failed';
  if (responseCode !== undefined) {
    return { outcome: permanent && ABOUT_THE_LETTER.includes(command ?? '') ? 'refused' : 'later', reason };
  }
  return { outcome: handedOver ? 'unknown' : 'later', reason };
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  /** The reply as it came: '550 5.1.1 No such user'. */
  response?: string;
}

function describe(error: unknown): SmtpFailure {
  return error instanceof Error ? (error as SmtpFailure) : {};
}
