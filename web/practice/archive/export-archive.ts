import { pb } from '#web/ground/api/client.ts';
import type { OnProgress } from '#web/practice/archive/progress.ts';

export interface ExportOrder {
  /** The id of the only client; null for the whole practice. */
  client: string | null;
  /** '' leaves the archive unencrypted. */
  passphrase: string;
}

/**
 * Resolves to the archive as a Blob, which the browser keeps on disk if it is large. Throws if the export is stopped or
 * breaks off.
 */
export async function exportArchive(order: ExportOrder, signal: AbortSignal, onProgress: OnProgress): Promise<Blob> {
  let archive: Blob | null = null;
  await pb.send('/api/export', {
    method: 'POST',
    body: order,
    signal,
    fetch: async (url: RequestInfo | URL, options?: RequestInit) => {
      const response = await fetch(url, options);
      if (!response.ok || !response.body) return response;
      const total = Number(response.headers.get('content-length') ?? 0);
      archive = await new Response(response.body.pipeThrough(counting(total, onProgress))).blob();
      return new Response(null, { status: 204 });
    },
  });
  if (!archive) throw new Error('The response has no archive.');
  return archive;
}

function counting(total: number, onProgress: OnProgress): TransformStream<Uint8Array<ArrayBuffer>> {
  let done = 0;
  return new TransformStream({
    transform(piece, controller) {
      done += piece.length;
      onProgress({ done, total });
      controller.enqueue(piece);
    },
  });
}

const LINK_LIVES_MS = 60_000;

/** Saves a file to the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not revoked at once, because some browsers start reading later.
  setTimeout(() => URL.revokeObjectURL(link.href), LINK_LIVES_MS);
}
