const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 15;

/**
 * A record id in the server's format: 15 characters of a–z and 0–9. A create with its own id can be retried after a
 * lost response without creating a second record.
 */
export function newRecordId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
