/** Messages of Node about a certificate, and the words for them in the log and the operator's commands. */
const TROUBLES: readonly [said: RegExp, trouble: string][] = [
  [/altnames/, 'certificate for another name'],
  [/certificate has expired/, 'certificate expired'],
  [/certificate is not yet valid/, 'certificate not yet valid'],
  [/certificate/, 'certificate not trusted'],
];

/**
 * Returns why the certificate of a mail server was refused; null for any other error. Goes by the message, because the
 * error's code names the reason only where a connection begins encrypted.
 */
export function certificateTrouble(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || 'responseCode' in error) return null;
  if (error.code !== 'ESOCKET' && error.code !== 'ETLS') return null;
  return TROUBLES.find(([said]) => said.test(error.message))?.[1] ?? null;
}
