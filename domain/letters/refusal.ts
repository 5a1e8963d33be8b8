/** A permanent refusal by a mail server: its reply, and the command that it refused. */
export interface Refusal {
  /** For instance 'RCPT TO'. */
  command: string;
  /** For instance 550. */
  code: number;
  /** The whole reply: '550 5.1.1 No such user'. */
  answer: string;
}

/**
 * The commands that can fail because of the letter; other refusals concern the sender or the credentials, which can be
 * fixed.
 */
const ABOUT_A_LETTER: readonly string[] = ['RCPT TO', 'DATA'];

/**
 * Enhanced codes (RFC 3463, RFC 7372, RFC 7505) about the recipient or the letter: mailboxes and domains that do not
 * exist (5.1 without the codes about the sender), mailboxes that accept nothing, letters that are too large, content
 * that cannot be converted, recipients without a route or with a new address.
 */
const THE_LETTERS = /^5\.(?:1\.(?!7$|8$|20$)\d+|2\.\d+|3\.4|4\.[146]|6\.\d+|7\.(?:5|6|7|13|17|18|19))$/;
/** Codes that say nothing specific, so that the words of the reply decide. */
const UNSPECIFIC = /^5\.[05]\.\d+$/;

/** Words about the content of the letter. */
const CONTENT = /spam|unsolicited|virus|malware|phish|content|junk/i;
/** Words about the sender: relays, quotas of senders, policies, block lists and authentication. */
const SENDER =
  /relay|\bquota|limit|rate|polic|suspend|authenti|auth (?:required|failed)|authoriz|not permitted|sender|\bspf\b|\bdkim\b|\bdmarc\b|helo|ehlo|reverse dns|\bptr\b|blacklist|block(?:ed|list)|listed|\brbl\b|reputation|too many|access denied|client host|service unavailable/i;
const FULL_MAILBOX =
  /mailbox|storage|over ?quota|disk quota|inbox|recipient.{0,20}(?:full|quota)|user.{0,20}(?:full|quota)/i;

/**
 * Returns whether a permanent refusal is because of the sender, so that the same letter may be accepted later: a quota,
 * a closed relay, a policy. Any other is because of the letter or its recipient, and final.
 */
export function isForTheSender({ command, code, answer }: Refusal): boolean {
  if (!ABOUT_A_LETTER.includes(command)) return true;
  const detail = enhancedCode(answer);
  if (command === 'DATA' && CONTENT.test(answer)) return false;
  if (detail !== null && !UNSPECIFIC.test(detail)) return !THE_LETTERS.test(detail);
  // These numbers alone mean that a login is required or the sender refused.
  if ([502, 503, 530, 534, 535, 538].includes(code)) return true;
  return SENDER.test(answer) && !FULL_MAILBOX.test(answer);
}

/** Returns the enhanced code of a reply, '5.1.1'; null without one. */
export function enhancedCode(answer: string): string | null {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? null;
}
