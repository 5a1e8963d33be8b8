import { Readable } from 'node:stream';
import { enhancedCode, isForTheSender } from '#domain/letters/refusal.ts';
import { withEncryption } from '#server/ground/config/smtp-url.ts';
import { certificateTrouble } from '#server/ground/mail/certificate-trouble.ts';
import type { Delivery, Transport } from '#server/ground/mail/transport.ts';

const SECOND = 1000;
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  // A mail server may take more than a minute to accept a letter; giving up earlier would send it twice.
  socketTimeout: 90 * SECOND,
};

/** `name` is what the program calls itself when it greets the mail server. */
type Options = Partial<typeof TIMEOUTS> & { name?: string };

/** Sends through the mail server of SMTP_URL, with a connection for each letter. */
export function smtpTransport(smtpUrl: string, options: Options = {}): Transport {
  return {
    async send(message, signal) {
      // True once the whole letter is sent: if the response is lost after that, nobody knows whether the server
      // accepted it.
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
        const mailer = createTransport({ url: withEncryption(smtpUrl), ...TIMEOUTS, ...options });
        // Delays reading the body until the server asks for it; nodemailer would read it before it connects.
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

function deliveryOf(error: unknown, handedOver: boolean): Delivery {
  const { code, command, responseCode, permanent, response = '' } = describe(error);
  const said = [command, responseCode ?? code, enhancedCode(response)]
    .filter((part) => part !== undefined && part !== null)
    .join(' ');
  const reason = (certificateTrouble(error) ?? said) || 'failed';
  if (responseCode === undefined) return { outcome: handedOver ? 'unknown' : 'later', reason };
  if (permanent !== true) return { outcome: 'later', reason };
  const isLater = isForTheSender({ command: command ?? '', code: responseCode, answer: response });
  // The suffix is needed because the bare reason would read as a mailbox that does not exist.
  return isLater ? { outcome: 'later', reason: `${reason} sender` } : { outcome: 'refused', reason };
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  /** The reply of the server: '550 5.1.1 No such user'. */
  response?: string;
}

function describe(error: unknown): SmtpFailure {
  return error instanceof Error ? (error as SmtpFailure) : {};
}
