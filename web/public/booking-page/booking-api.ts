import type { BookingPage, BookingReceipt, FreeSlots } from '#domain/booking/booking.ts';
import type { ProofAsked } from '#domain/booking/proof-of-work.ts';
import type { BookingRequest } from '#domain/booking/visit.ts';
import { fetchHere } from '#web/ground/browser/leaving.ts';

const READ_TIMEOUT = 15_000;
const SEND_TIMEOUT = 20_000;
/** A phone's IP address can change between two attempts, and then the server asks for another proof. */
const MOST_PROOFS = 2;

/** `hash` is the one in the page's own address. */
export function bookingAddress(hash: string): string {
  return `/api/booking-page/${encodeURIComponent(hash)}`;
}

/** Null when no practitioner has this link. Throws when the server is unreachable or fails. */
export async function readPage(address: string): Promise<BookingPage | null> {
  const response = await fetchHere(address, { signal: AbortSignal.timeout(READ_TIMEOUT) });
  if (response.status === 404) return null;
  return answerOf<BookingPage>(response);
}

/**
 * The free times of some days in the practitioner's zone, both ends included. Throws when the server is unreachable or
 * fails.
 */
export async function readFreeTime(
  address: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<FreeSlots> {
  const query = new URLSearchParams({ from: from.toString(), to: to.toString() });
  const response = await fetchHere(`${address}/slots?${query}`, { signal: AbortSignal.timeout(READ_TIMEOUT) });
  return answerOf<FreeSlots>(response);
}

async function answerOf<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  const body: Body = await response.json();
  return body;
}

/** The result of a request. `failed` covers everything that can succeed on a retry, `unreachable` means no response. */
export type Outcome =
  | { kind: 'sent'; visit: string }
  | { kind: 'taken' }
  /** The practitioner accepts no requests at present. */
  | { kind: 'closed' }
  /** The page's link no longer exists. */
  | { kind: 'gone' }
  /** The sender has reached the limit of waiting requests. */
  | { kind: 'waiting' }
  /** The consent text has changed since the page was loaded. */
  | { kind: 'consent' }
  | { kind: 'refused'; fields: string[] }
  | { kind: 'limited'; seconds: number | null }
  | { kind: 'unreachable' }
  | { kind: 'failed' };

/** Too many requests are waiting: the server asks for a proof of work. */
type Asked = { kind: 'asked'; for: ProofAsked; seconds: number | null };

/** Sends a request, with a proof of work if the server asks for one. */
export async function sendRequest(address: string, request: BookingRequest): Promise<Outcome> {
  let outcome = await send(address, request);
  for (let asked = 0; outcome.kind === 'asked' && asked < MOST_PROOFS; asked += 1) {
    const work = await import('#web/public/booking-page/work.ts').catch(() => null);
    if (!work) break;
    outcome = await send(address, { ...request, proof: await work.workFor(outcome.for) });
  }
  return outcome.kind === 'asked' ? { kind: 'limited', seconds: outcome.seconds } : outcome;
}

async function send(address: string, request: BookingRequest): Promise<Outcome | Asked> {
  let response: Response;
  try {
    response = await fetchHere(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(SEND_TIMEOUT),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  if (response.ok) {
    const { visit = '' }: Partial<BookingReceipt> = await response.json().catch(() => ({}));
    return { kind: 'sent', visit };
  }
  if (response.status === 429) {
    const { sender, proof } = await fieldsOf(response).catch((): Refused => ({}));
    if (sender) return { kind: 'waiting' };
    const seconds = secondsOf(response.headers.get('retry-after'));
    return proof?.params ? { kind: 'asked', for: proof.params, seconds } : { kind: 'limited', seconds };
  }
  if (response.status === 404) return { kind: 'gone' };
  if (response.status !== 400 && response.status !== 409) return { kind: 'failed' };
  // A refusal that is not in the API's own format has no details to show.
  return refusalOf(response).catch(() => ({ kind: 'failed' }));
}

/** The refused fields, each with its code; `proof` contains the requested work. */
type Refused = Record<string, { code?: string } | undefined> & { proof?: { params?: ProofAsked } };

async function fieldsOf(response: Response): Promise<Refused> {
  const body: { data?: Refused } = await response.json();
  return body.data ?? {};
}

/** A refused start means that the time is taken, unless its code is `closed`; it takes precedence over other fields. */
async function refusalOf(response: Response): Promise<Outcome> {
  const { start, consent, ...others } = await fieldsOf(response);
  if (start) return { kind: start.code === 'closed' ? 'closed' : 'taken' };
  if (consent) return { kind: 'consent' };
  const fields = Object.keys(others);
  return fields.length > 0 ? { kind: 'refused', fields } : { kind: 'failed' };
}

function secondsOf(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
