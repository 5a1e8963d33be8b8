/** Decides whether letters about sessions go to a client; `email` is '' if none is known. */
export interface LetterReader {
  email: string;
  reminders: string;
}

/** Returns the address for letters to a client; '' if the client gets none, or if no client does (`sent` is false). */
export function letterAddress(client: LetterReader | undefined, sent: boolean): string {
  return sent && client?.reminders === 'email' ? client.email : '';
}
