/** A permanent refusal of a mail server: what it answered, and to which command. */
export interface Refusal {
  /** 'RCPT TO' */
  command: string;
  /** 550 */
  code: number;
  /** The whole answer: '550 5.1.1 No such user'. */
  answer: string;
}

/** Of the others, which concern the sender or the credentials and can be fixed, a letter is none the worse. */
const ABOUT_A_LETTER: readonly string[] = ['RCPT TO', 'DATA'];

/**
 * Enhanced codes (RFC 3463, RFC 7372, RFC 7505) about the recipient or the letter: mailboxes and domains that are not
 * there (5.1 without the sender's own), mailboxes that take nothing, letters that are too large, content that cannot be
 * converted, recipients without a route or who have changed.
 */
const THE_LETTERS = /^5\.(?:1\.(?!7$|8$|20$)\d+|2\.\d+|3\.4|4\.[146]|6\.\d+|7\.(?:5|6|7|13|17|18|19))$/;
/** These say nothing in particular: words have to. */
const UNSPECIFIC = /^5\.[05]\.\d+$/;

/** About what the letter says. */
const CONTENT = /spam|unsolicited|virus|malware|phish|content|junk/i;
/** About who sends it: relays, quotas of senders, policies, lists of senders and what they have to prove. */
const SENDER =
  /relay|\bquota|limit|rate|polic|suspend|authenti|auth (?:required|failed)|authoriz|not permitted|sender|\bspf\b|\bdkim\b|\bdmarc\b|helo|ehlo|reverse dns|\bptr\b|blacklist|block(?:ed|list)|listed|\brbl\b|reputation|too many|access denied|client host|service unavailable/i;
const FULL_MAILBOX =
  /mailbox|storage|over ?quota|disk quota|inbox|recipient.{0,20}(?:full|quota)|user.{0,20}(?:full|quota)/i;

/**
 * Returns whether a permanent refusal is for the sender's sake, so that the same letter may be taken later: a quota, a
 * relay that is closed to us, a policy. Any other is about the letter or its recipient, and final.
 */
export function isForTheSender({ command, code, answer }: Refusal): boolean {
  if (!ABOUT_A_LETTER.includes(command)) return true;
  const detail = enhancedCode(answer);
  if (command === 'DATA' && CONTENT.test(answer)) return false;
  if (detail !== null && !UNSPECIFIC.test(detail)) return !THE_LETTERS.test(detail);
  // A login is asked for, or the sender is refused: by their numbers alone.
  if ([502, 503, 530, 534, 535, 538].includes(code)) return true;
  return SENDER.test(answer) && !FULL_MAILBOX.test(answer);
}

/** Returns the enhanced code of an answer, '5.1.1'; null without one. */
export function enhancedCode(answer: string): string | null {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? null;
}
