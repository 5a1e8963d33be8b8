import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { withEncryption } from '#server/config/smtp-url.ts';
import type { Delivery, Transport } from '#server/mail/transport.ts';

const SECOND = 1000;
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  socketTimeout: 30 * SECOND,
};

/** Sends through the mail server of SMTP_URL, with a connection for each letter. */
export function smtpTransport(smtpUrl: string): Transport {
  let mailer: Transporter | null = null;
  return {
    async send(message, signal) {
      // The whole letter is sent: from here on a lost response leaves open whether the server accepted it.
      let handedOver = false;
      const body = function* (): Generator<Buffer> {
        yield message.raw;
        handedOver = true;
      };
      try {
        mailer ??= (await import('nodemailer')).createTransport({ url: withEncryption(smtpUrl), ...TIMEOUTS });
        const envelope = { from: message.from, to: message.to };
        await mailer.sendMail({ envelope, raw: Readable.from(body()), signal });
        return { outcome: 'sent' };
      } catch (error) {
        return deliveryOf(error, handedOver);
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
  const { code, command, responseCode, permanent } = describe(error);
  const reason = [command, responseCode ?? code].filter((part) => part !== undefined).join(' ') || 'failed';
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
}

function describe(error: unknown): SmtpFailure {
  return error instanceof Error ? (error as SmtpFailure) : {};
}
