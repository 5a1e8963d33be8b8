import { ClientResponseError } from 'pocketbase';
import type { ImportReport } from '#domain/archive/report.ts';
import type { OnProgress } from '#web/practice/archive/progress.ts';
import { sendFile } from '#web/practice/archive/send-file.ts';

export interface ImportOrder {
  file: File;
  /** '' for an unencrypted archive. */
  passphrase: string;
  /** A preview changes nothing. */
  work: 'preview' | 'import';
}

/** The largest file that the server accepts. */
export const MOST_BYTES = 1024 ** 3;

const SEALED = 'age-encryption.org/';

/** Whether a file is encrypted with a passphrase. */
export async function isSealed(file: Blob): Promise<boolean> {
  return (await file.slice(0, SEALED.length).text()) === SEALED;
}

/** Previews or imports an archive. If the report lists problems, nothing was imported. */
export async function sendArchive(
  { file, passphrase, work }: ImportOrder,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<ImportReport> {
  const path = work === 'preview' ? '/api/import/preview' : '/api/import';
  const headers = passphrase === '' ? {} : { 'X-Passphrase': encodeURIComponent(passphrase) };
  try {
    return await sendFile<ImportReport>({ path, file, headers }, signal, onProgress);
  } catch (error) {
    if (error instanceof ClientResponseError && isReport(error.response)) return error.response;
    throw error;
  }
}

function isReport(response: Record<string, unknown>): response is Record<string, unknown> & ImportReport {
  return Array.isArray(response['problems']);
}
