import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { describeError } from '#server/ground/process/log.ts';
import { errorBody } from '#server/ground/http/error-response.ts';

interface Refusal {
  status: number;
  /** A constant, because importing the table of reasons from node:http would also load Node's own client, 10 MB. */
  reason: string;
  message: string;
}

const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: 'The headers of the request are too large.',
  },
};
const UNREADABLE: Refusal = { status: 400, reason: 'Bad Request', message: 'The request is no valid HTTP.' };

/** Sockets whose request has no deadline; Node reports a late request by its socket only. */
const unhurried = new WeakSet<Socket>();

/**
 * Exempts the present request of a connection from Node's deadline for a whole request, because its reader has a
 * deadline of its own; returns a function that ends the exemption.
 */
export function withoutDeadline(socket: Socket): () => void {
  unhurried.add(socket);
  return () => void unhurried.delete(socket);
}

/** Responds to bytes that are no HTTP request. The error contains these bytes, so only its name and code are logged. */
export function answerClientError(
  log: FastifyBaseLogger,
  headers: Readonly<Record<string, string>>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Node reports each late request once and leaves its connection open.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && unhurried.delete(socket)) return;
  log.trace({ error: describeError(error) }, 'no valid request');
  const { status, reason, message } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify(errorBody(new AppError(status, message)));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
