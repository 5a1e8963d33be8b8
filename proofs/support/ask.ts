import type { FastifyInstance } from 'fastify';

const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Verb = (typeof VERBS)[number];

export interface Ask {
  method: Verb;
  url: string;
  token?: string;
  /** Sent as JSON; a text goes as it is, with the content type of `headers`. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller's address; by default a new network each time, to stay below all limits. */
  address?: string;
}

/** A response as its caller sees it, without the date. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

let callers = 0;

/** Injects a request into the application, without the network. */
export async function ask(app: FastifyInstance, { method, url, token, body, headers, address }: Ask): Promise<Answer> {
  callers += 1;
  const from = address ?? `10.${(callers >> 8) & 255}.${callers & 255}.7`;
  const response = await app.inject({
    method,
    url,
    headers: {
      'x-forwarded-for': from,
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { date: _date, ...seen } = response.headers;
  return { status: response.statusCode, headers: seen, body: response.body };
}
