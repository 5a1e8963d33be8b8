import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '#domain/errors.ts';
import { PracticeFull, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { routeName } from '#server/ground/http/request.ts';
import { SenderLeft } from '#server/ground/http/arriving-bodies.ts';
import { describeError } from '#server/ground/process/log.ts';

/** The body of every response with a status of 400 or more. `data` has the fields at fault. */
export interface ErrorBody {
  status: number;
  message: string;
  data: Record<string, unknown>;
}

/** The messages of errors without one of their own. Never an internal message. */
const MESSAGES: Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  401: 'Missing or invalid authentication.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
  408: 'The request took too long.',
  413: 'Request entity too large.',
  415: 'Unsupported Content-Type.',
  429: 'Too Many Requests.',
  500: 'Something went wrong while processing your request.',
};

/** Seconds after which a retry makes sense when the data cannot be reached. */
export const UNAVAILABLE_SECONDS = 2;
/** For errors that pass by themselves. */
const RETRY_AFTER_SECONDS: Record<number, number> = { 503: UNAVAILABLE_SECONDS };

/** Begins with a capital letter and ends as a sentence does. */
function sentence(text: string): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

/** Returns the body for an error: of an AppError as it is, of any other error by its status only. */
export function errorBody(error: unknown): ErrorBody {
  if (error instanceof AppError) {
    return { status: error.status, message: sentence(error.message), data: { ...error.fields } };
  }
  const status = statusOf(error);
  return { status, message: MESSAGES[status] ?? (status < 500 ? MESSAGES[400] : MESSAGES[500]) ?? '', data: {} };
}

/** Fastify's own refusals carry a 4xx; every other error is a 500. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = errorBody(error);
  const { method } = request;
  if (body.status >= 500 && !(error instanceof PracticeFull)) {
    request.log.error(
      { status: body.status, method, route: routeName(request), error: describeError(error) },
      'request failed',
    );
  } else if (error instanceof SenderLeft) {
    request.log.debug({ method, route: routeName(request) }, 'the sender left in the middle of a request');
  }
  const retryAfter = error instanceof TooManyRequests ? error.retryAfterSeconds : RETRY_AFTER_SECONDS[body.status];
  // Fastify would close the connection before a slow sender reads this; `hangUpSoon` of bodies.ts closes it later.
  if (!request.raw.complete) reply.removeHeader('connection');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(body.status).type('application/json').send(body);
}

/** Makes every error JSON, also for paths under /api without a route, with any method. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  const missing = (request: FastifyRequest, reply: FastifyReply) => sendError(notFound(), request, reply);
  app.setNotFoundHandler(missing);
  // Responds before a body is read, because errors of the body do not matter there.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => missing(request, reply);
  for (const url of ['/api', '/api/*']) app.all(url, { onRequest }, missing);
}
