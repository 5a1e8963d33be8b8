import type { FreeSlots } from '#domain/booking/booking.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { compareClocks, timeOf } from '#web/ground/browser/clock.ts';
import { fetchHere } from '#web/ground/browser/leaving.ts';

const TIMEOUT = 20_000;

/** The server's response: the visit in its new state, or the reason for a refusal. */
export type Answer = { kind: 'visit'; visit: VisitPage } | { kind: Refusal };

export type Refusal =
  /** No visit has this link, or the link was revoked. */
  | 'unknown'
  /** The wanted time is no longer free. */
  | 'taken'
  /** The practitioner has changed the visit since it was shown. */
  | 'changed'
  /** The terms that the page shows are no longer valid. */
  | 'terms'
  | 'late'
  /** It was moved as often as allowed. */
  | 'moves'
  | 'limited'
  | 'unreachable'
  /** Everything that can succeed on a retry. */
  | 'failed';

/** A request about a visit; the token goes only into the body. Instants are as the server sent them. */
export type Wish =
  | { path: '/api/visit' }
  | ({ path: '/api/visit/cancel'; seen: string; kind: VisitPage['kind'] } & Pick<VisitPage['cancel'], 'may' | 'paid'>)
  | { path: '/api/visit/move'; seen: string; start: string; left: number };

export async function askFor(token: string, { path, ...wish }: Wish): Promise<Answer> {
  const response = await post(path, { token, ...wish }).catch(() => null);
  if (!response) return { kind: 'unreachable' };
  const body = await response.json().catch(() => null);
  if (response.ok) return body === null ? { kind: 'failed' } : { kind: 'visit', visit: body };
  return { kind: refusalOf(response.status, body) };
}

/**
 * The free times of some days in the practitioner's zone, both ends included. Throws when the server is unreachable or
 * fails.
 */
export async function readSlots(
  token: string,
  { from, to }: Record<'from' | 'to', Temporal.PlainDate>,
): Promise<FreeSlots> {
  const response = await post('/api/visit/slots', { token, from: from.toString(), to: to.toString() });
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const slots: FreeSlots = await response.json();
  return slots;
}

async function post(path: string, body: object): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetchHere(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  compareClocks(timeOf(response), sentAt);
  return response;
}

/** A refusal of the API: the refused fields, each with its code. */
interface Refused {
  data?: Record<string, { code?: string } | undefined>;
}

export function refusalOf(status: number, body: Refused | null): Refusal {
  if (status === 404) return 'unknown';
  if (status === 429) return 'limited';
  const { start, seen, token } = body?.data ?? {};
  if (start) return 'taken';
  if (seen) return seen.code === 'terms_changed' ? 'terms' : 'changed';
  if (token?.code === 'too_late') return 'late';
  return token?.code === 'too_many_moves' ? 'moves' : 'failed';
}
