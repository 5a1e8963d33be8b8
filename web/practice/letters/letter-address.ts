/** What decides whether letters about sessions go to a client; `email` is '' where none is known. */
export interface LetterReader {
  email: string;
  reminders: string;
}

/** Returns where letters to a client go; '' where none do, for one or for all (`sent`). */
export function letterAddress(client: LetterReader | undefined, sent: boolean): string {
  return sent && client?.reminders === 'email' ? client.email : '';
}
