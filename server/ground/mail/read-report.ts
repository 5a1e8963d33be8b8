import type { Attachment } from 'postal-mime';
import type { Returned } from '#domain/letters/returned.ts';

/** How many bytes of a report are read: the relevant part comes before the letter that it returns. */
export const REPORT_READ = 256 * 1024;

const MESSAGE_ID = /<([^<>\s]{1,300})>/;
const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

type Fields = ReadonlyMap<string, string>;

/**
 * Returns what a delivery report (RFC 3464) says of a letter that failed permanently; null for any other mail: a reply
 * of a person, or a report of a letter that was delayed, delivered or forwarded.
 */
export async function readReport(bytes: Buffer): Promise<Returned | null> {
  // Only `kabinet bounce` reads mail; other programs do without this megabyte of memory.
  const { default: PostalMime } = await import('postal-mime');
  const options = { forceRfc822Attachments: true, attachmentEncoding: 'arraybuffer', maxNestingDepth: 20 } as const;
  const { attachments } = await PostalMime.parse(bytes.subarray(0, REPORT_READ), options);
  const textOf = (...types: string[]): string => textIn(attachments.find(({ mimeType }) => types.includes(mimeType)));
  const [, ...recipients] = textOf('message/delivery-status', 'message/global-delivery-status').split(/\n\s*\n/);
  const failed = recipients.map(fieldsOf).find(isFailed);
  const letter = fieldsOf(
    textOf('message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers').split(/\n\s*\n/)[0] ??
      '',
  );
  const messageId = MESSAGE_ID.exec(letter.get('message-id') ?? '')?.[1];
  if (!failed || messageId === undefined) return null;
  const names = [failed.get('original-recipient'), failed.get('final-recipient')].map(addressOf);
  return {
    messageId,
    status: STATUS.exec(failed.get('status') ?? '')?.[1] ?? '5.0.0',
    recipients: [...names, addressOf(`;${letter.get('to') ?? ''}`)].filter((address) => address !== ''),
  };
}

function textIn(part: Attachment | undefined): string {
  const { content = '' } = part ?? {};
  const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8');
  return text.replaceAll('\r\n', '\n').trim();
}

/** Returns the fields of a header block by their lower-case names; of a repeated field the first. */
function fieldsOf(block: string): Fields {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.getOrInsert(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** The action 'failed' counts whatever the code of the last attempt; without an action the code must be permanent. */
function isFailed(fields: Fields): boolean {
  const action = fields.get('action')?.toLowerCase();
  return action === undefined ? (fields.get('status') ?? '').startsWith('5.') : /^failed\b/.test(action);
}

/** Returns 'maria@example.org' for 'rfc822; Maria <maria@Example.org>'. */
function addressOf(field: string | undefined): string {
  const value = field?.slice(field.indexOf(';') + 1).trim() ?? '';
  return (/<([^<>]+)>/.exec(value)?.[1] ?? value).toLowerCase();
}
