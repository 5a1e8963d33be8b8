/** What a report of a mail server says of a letter that came back. */
export interface Returned {
  /** The letter's own Message-ID, without brackets. */
  messageId: string;
  /** Its enhanced code: '5.1.1'; '5.0.0' where it names none. */
  status: string;
  /** The recipient as the report and the letter name it, in small letters. */
  recipients: string[];
}

/** The beginning of a letter's reason whose report came afterwards; the enhanced code follows. */
const BY_REPORT = 'returned ';

/** The reason of a letter that came back: 'returned 5.1.1'. */
export function reasonOfReturn({ status }: Pick<Returned, 'status'>): string {
  return `${BY_REPORT}${status}`;
}

/** Returns the enhanced code of a letter that came back; null for every other reason. */
export function returnedCode(reason: string): string | null {
  return reason.startsWith(BY_REPORT) ? reason.slice(BY_REPORT.length) : null;
}
