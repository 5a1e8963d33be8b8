import { pb } from '#web/ground/api/client.ts';
import type { OnProgress } from '#web/practice/archive/progress.ts';

export interface FileOrder {
  path: string;
  file: File;
  headers?: Record<string, string>;
}

/**
 * Sends a file as the body of a POST and returns the JSON of the response. Uses XMLHttpRequest, because `fetch` reports
 * no upload progress.
 */
export function sendFile<Result>(
  { path, file, headers = {} }: FileOrder,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Result> {
  return pb.send<Result>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
    signal,
    fetch: (_url: RequestInfo | URL, options: RequestInit = {}) =>
      upload(pb.buildURL(path), { file, headers: new Headers(options.headers), signal, onProgress }),
  });
}

interface Upload {
  file: File;
  headers: Headers;
  signal: AbortSignal;
  onProgress: OnProgress;
}

function upload(url: string, { file, headers, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ done: loaded, total }));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The file could not be sent.')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** Includes the headers that the client of the record API reads. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['retry-after', 'www-authenticate']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
