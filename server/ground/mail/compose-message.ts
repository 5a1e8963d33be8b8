import { deliveryAddress } from '#domain/accounts/email.ts';
import { addressIn, domainOf } from '#server/ground/config/mail-names.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { letterHtml, letterText, subjectOf } from '#server/ground/mail/render-letter.ts';
import { letterName } from '#server/ground/mail/letter-files.ts';
import type { Message } from '#server/ground/mail/transport.ts';
import type { AddressedLetter } from '#server/ground/mail/write-letter.ts';

/** Returns a letter as a mail message; every attempt has the same Message-ID. `from` may contain a name. */
export async function composeMessage(
  { to, letter, sender, replyTo, headers = {}, calendar }: AddressedLetter,
  row: Pick<Row<'outbox'>, 'message_id' | 'created'>,
  from: string,
  now: Temporal.Instant,
): Promise<Message> {
  // Imported with the first letter: otherwise a start would take 50 ms longer, and a program that sends no letter 9 MB
  // more.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const address = deliveryAddress(to);
  const node = new MailComposer({
    from: sender === undefined ? from : { name: sender, address: addressIn(from) },
    ...(replyTo !== undefined && { replyTo: { name: sender ?? '', address: deliveryAddress(replyTo) } }),
    to: { name: '', address },
    subject: subjectOf(letter),
    text: letterText(letter),
    html: letterHtml(letter),
    date: new Date(now.epochMilliseconds),
    encoding: 'base64',
    textEncoding: 'B',
    headers: {
      'Content-Language': 'ru',
      'Auto-Submitted': 'auto-generated',
      // Not `All`, which also suppresses reports of letters that did not arrive.
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...headers,
    },
    ...(calendar && { icalEvent: { ...calendar, filename: 'vstrecha.ics' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  node.setHeader('message-id', `<${row.message_id}@${domainOf(from)}>`);
  return { from: node.getEnvelope().from || '', to: address, raw: await node.build(), name: letterName(row) };
}
