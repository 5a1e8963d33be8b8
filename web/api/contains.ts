import { pb } from '#web/api/client.ts';

/** The filter 'the field has the text somewhere in it', the text taken literally: a typed % is no wildcard. */
export function contains(field: string, text: string): string {
  return pb.filter(`${field} ~ {:text}`, { text: text.replaceAll('%', String.raw`\%`) });
}
