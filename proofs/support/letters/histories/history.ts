import type { Dice } from '#proofs/support/letters/histories/random.ts';
import { ClientModel, type Voice } from '#proofs/support/letters/histories/client-model.ts';
import { isSame, type Places, readSessions, type StoredSession } from '#proofs/support/letters/histories/standing.ts';
import type { HistoryOffice } from '#proofs/support/letters/histories/history-office.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

export const ADDRESSES = ['Тверская 1', 'Арбат 2'] as const;
const NAMES = ['Мария Иванова', 'Пётр Орлов'] as const;

/** A request of a visitor who is one of the clients. */
export interface AskedRequest {
  id: string;
  client: ClientModel;
  /** The visitor's. */
  email: string;
  state: 'waits' | 'approved' | 'rejected' | 'rejected silently' | 'rejected, opted out' | 'rejected, perhaps told';
  /** Of an approved one; '' of others. */
  session: string;
  /** What a letter said of it last. */
  told: '' | 'approved' | 'rejected';
}

/** The sessions, clients and mailboxes of one practice, and what was pressed in it. */
export interface History {
  office: HistoryOffice;
  /** Calls a route as the practitioner; throws what it refuses. */
  call: Call;
  /** The same as a visitor. */
  visit: Call;
  owner: string;
  /** The id of the rules of the practice. */
  profile: string;
  bookingHash: string;
  clients: readonly [ClientModel, ClientModel];
  names: ReadonlyMap<ClientModel, { name: string; phone: string }>;
  places: Places & { links: Map<string, string> };
  /** As they were after the latest press. */
  sessions: Map<string, StoredSession>;
  deleted: StoredSession | null;
  /** Series that were ended, and when they ended before. */
  ended: { series: string; until: string }[];
  requests: AskedRequest[];
  /** Since when the practice sends no letters; null while it does. */
  offSinceMs: number | null;
  /** Ways out of letters that arrived, by their address. */
  waysOut: Map<string, string>;
  /** Addresses that opted out, and when. */
  stopped: Map<string, number>;
  log: string[];
}

/** What a press says of itself; 'loud' where it says nothing. `about`: sessions that it names without a change. */
export interface Said {
  voice?: Voice;
  about?: readonly string[];
  /** Whose meetings are elsewhere now: what they were never told of is not concerned. */
  places?: readonly ClientModel[];
}

/** 'nothing to press': this press is about something that the practice does not have. */
export type Press = (history: History, dice: Dice) => Promise<Said | 'nothing to press' | void>;

export function nowOf({ office }: History): number {
  return office.clock.now.epochMilliseconds;
}

export type Call = <Result = unknown>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  silent?: boolean,
) => Promise<Result>;

/** Opens a practice with two clients. */
export async function openHistory(office: HistoryOffice, name: string): Promise<History> {
  const rules = { ...LICENSED, place_address: ADDRESSES[0], max_moves: 9, late_cancel: 'note' } as const;
  const { pb, owner, bookingHash } = await office.callers.practitioner(rules);
  await addWorkingWeek(office.context.db, owner);
  const call = callsOf(office, pb.authStore.token);
  const { items } = await call<{ items: { id: string }[] }>('GET', RECORDS('profiles'));
  const profile = items[0]?.id ?? '';
  const names = new Map<ClientModel, { name: string; phone: string }>();
  const client = async (at: 0 | 1): Promise<ClientModel> => {
    const emails = [`${name}-${at}@example.org`, `${name}-${at}-new@example.org`] as const;
    const known = { name: NAMES[at], phone: `+7 916 555-00-0${at}` };
    const { id } = await call<{ id: string }>('POST', RECORDS('clients'), { ...known, email: emails[0] });
    const model = new ClientModel(id, emails);
    names.set(model, known);
    return model;
  };
  const clients = [await client(0), await client(1)] as const;
  const places = { address: ADDRESSES[0], links: new Map<string, string>() };
  const letters = { requests: [], offSinceMs: null, waysOut: new Map(), stopped: new Map<string, number>() };
  const kept = { sessions: new Map(), deleted: null, ended: [], ...letters, log: [] };
  return { office, call, visit: callsOf(office, ''), owner, profile, bookingHash, clients, names, places, ...kept };
}

export function RECORDS(collection: string, id = ''): string {
  return `/api/collections/${collection}/records${id && `/${id}`}`;
}

function callsOf({ app }: HistoryOffice, token: string): Call {
  return async <Result>(method: string, path: string, body?: object, silent = false): Promise<Result> => {
    const response = await app.inject({
      method: method as 'POST',
      url: silent ? `${path}?silent=true` : path,
      headers: token === '' ? {} : { authorization: token },
      ...(body && { payload: body }),
    });
    const { statusCode, payload } = response;
    if (statusCode >= 400) throw new Error(`${statusCode} ${payload}`);
    return (payload === '' ? {} : JSON.parse(payload)) as Result;
  };
}

/**
 * Presses once, and notes what that changed by the sessions before and after. Returns false where there is nothing to
 * press.
 */
export async function pressOnce(history: History, name: string, press: Press, dice: Dice): Promise<boolean> {
  const { office, log, owner, clients, sessions: before } = history;
  const at = log.push(`${office.clock.now.toString()} ${name}`);
  let said: Said = {};
  try {
    const result = (await press(history, dice)) ?? {};
    if (result === 'nothing to press') {
      log.splice(at - 1);
      return false;
    }
    said = result;
  } catch (error) {
    // What is refused (a taken hour, a series of no meeting) is no press.
    log.push(`  refused: ${String(error)}`);
  }
  const after = await readSessions(office.context.db.read, owner, history.places);
  history.sessions = after;
  const { voice = 'loud', about = [], places } = said;
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => !isSame(before.get(id), after.get(id)),
  );
  if (changed.length > 0) log.push(`  ${voice}: ${changed.map((id) => `${id} ${lineOf(after.get(id))}`).join('; ')}`);
  const nowMs = nowOf(history);
  for (const client of clients) {
    if (places && !places.includes(client)) continue;
    client.press(places ? client.knows(before, nowMs) : [...changed, ...about], voice, { before, after }, nowMs);
    if (places) client.changePlaces(after, voice === 'silent');
  }
  return true;
}

function lineOf(session: StoredSession | undefined): string {
  return session ? `${session.meeting} ${session.status} of ${session.client}` : 'deleted';
}
