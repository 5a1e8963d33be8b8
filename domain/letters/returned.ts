/** What a mail server's delivery report says about a returned letter. */
export interface Returned {
  /** The Message-ID of the letter, without brackets. */
  messageId: string;
  /** The enhanced code: '5.1.1'; '5.0.0' if the report has none. */
  status: string;
  /** The recipient's addresses in the report and the letter, in lower case. */
  recipients: string[];
}

/** The beginning of the stored reason of a returned letter; the enhanced code follows. */
const BY_REPORT = 'returned ';

/** Returns the reason to store for a returned letter: 'returned 5.1.1'. */
export function reasonOfReturn({ status }: Pick<Returned, 'status'>): string {
  return `${BY_REPORT}${status}`;
}

/** Returns the enhanced code in the reason of a returned letter; null for every other reason. */
export function returnedCode(reason: string): string | null {
  return reason.startsWith(BY_REPORT) ? reason.slice(BY_REPORT.length) : null;
}
