import { compared, type Comparison } from '#proofs/support/letters/histories/compared.ts';
import { type CalendarEvent, Mailbox, type ReadLetter } from '#proofs/support/letters/histories/mailbox.ts';
import {
  bareStanding,
  isSame,
  type Sessions,
  standingOf,
  type StoredSession,
} from '#proofs/support/letters/histories/standing.ts';

/** What presses cause leaves so long after the last one, and so long after the first. */
const SETTLES_MS = 120_000;
const LATEST_MS = 300_000;

/** Whose press it is: 'silent' is the practitioner's without a letter, 'own' the client's. */
export type Voice = 'loud' | 'silent' | 'own';

/** 'own': the client's letters, by the practitioner or the client; 'all': those of the practice. */
export type Switch = 'own' | 'all';

export interface Moment {
  nowMs: number;
  /** Whether no letter was ever held up: then letters come in time. */
  isCalm: boolean;
}

/**
 * What changed without a word: no letter has to tell it while the session is as it was then, or is so again soon after.
 * Each standing has the moment since when it is something else.
 */
type Excuse = Map<string, number | null>;

interface Window {
  firstMs: number;
  lastMs: number;
  isOwn: boolean;
  /** Whether a meeting that was pressed with it begins before presses settle: their letter leaves at once. */
  isSoon: boolean;
}

/**
 * The letters that a client must have received, by the requirements alone: of every meeting that takes place, once its
 * changes have settled; none twice; no cancellation of a meeting that no letter announced. Nothing here is read from letters that wait or from what the program
 * remembers of those sent.
 */
export class ClientModel {
  readonly id: string;
  readonly emails: readonly [string, string];
  readonly mailbox = new Mailbox();
  readonly #excuses = new Map<string, Excuse>();
  /** Sessions that calendars know by others, deleted since. */
  readonly #named = new Map<string, string>();
  /** Sessions that are as they were left by a press without a letter: none is sent for what leaves them so. */
  readonly #unsaid = new Set<string>();
  readonly #windows = new Map<string, Window>();
  /** When hours that no letter named were called off or deleted, by what they would be as meetings. */
  readonly #untold = new Map<string, number>();
  /** 'session start' of meetings as a page showed them after a press of the client's own. */
  readonly #page = new Set<string>();
  /** Presses without a gap in which letters leave. */
  #busy = { firstMs: -Infinity, lastMs: -Infinity };
  /** Who switched the letters off: for this client, or for all. */
  readonly #off = new Set<Switch>();
  #offSinceMs: number | null = null;
  #lenientUntilMs = -Infinity;
  address: 0 | 1 = 0;

  constructor(id: string, emails: readonly [string, string]) {
    this.id = id;
    this.emails = emails;
  }

  get isOff(): boolean {
    return this.#offSinceMs !== null;
  }

  isOffBy(by: Switch): boolean {
    return this.#off.has(by);
  }

  switchOff(by: Switch, nowMs: number): void {
    this.#off.add(by);
    this.#offSinceMs ??= nowMs;
    this.#unsaid.clear();
  }

  /** After more than two minutes without letters, what was dropped is not told by itself. */
  switchOn(by: Switch, sessions: Sessions, nowMs: number): void {
    this.#off.delete(by);
    if (this.#offSinceMs === null || this.#off.size > 0) return;
    const isLong = nowMs - this.#offSinceMs > SETTLES_MS;
    this.#offSinceMs = null;
    this.#lenientUntilMs = nowMs + LATEST_MS;
    if (!isLong) return;
    const { missing, left } = this.#compare(sessions, nowMs);
    for (const id of [...missing.map((session) => session.id), ...left.map(({ uid }) => uid)]) {
      this.#excuse(id, sessions);
    }
  }

  /** Notes a press that changed sessions of the client, or was about them. */
  press(
    pressed: Iterable<string>,
    voice: Voice,
    { before, after }: { before: Sessions; after: Sessions },
    nowMs: number,
  ) {
    let isAny = false;
    const ids = [...pressed];
    const begins = ids.flatMap((id) => [before.get(id), after.get(id)]).filter((one) => one?.client === this.id);
    const soon = begins.some((one) => one && one.startMs > nowMs && one.startMs <= nowMs + LATEST_MS);
    for (const id of ids) {
      const [was, is] = [before.get(id), after.get(id)];
      if (was?.client !== this.id && is?.client !== this.id) continue;
      isAny = true;
      if (voice === 'own') for (const one of [was, is]) if (one) this.#page.add(`${id} ${one.startMs}`);
      if (voice === 'silent' && !this.isOff) this.#unsaid.add(id);
      else if (!isSame(was, is)) {
        this.#unsaid.delete(id);
        for (const [uid, session] of this.#named) if (session === id) this.#unsaid.delete(uid);
      }
      const isBack = (!was && this.#wasUntold(id, after)) || this.#isBackUntold(is, nowMs);
      this.#noteUntold(was, is, nowMs);
      if (voice === 'silent' || this.isOff || isBack) this.#excuse(id, after);
      else {
        this.#leaveExcuses(id, after, nowMs);
        const known = this.#windows.get(id);
        // After two quiet minutes its letter has left.
        const window = known && nowMs - known.lastMs < SETTLES_MS ? known : undefined;
        const isOwn = voice === 'own' || (window?.isOwn ?? false);
        const isSoon = soon || (window?.isSoon ?? false);
        this.#windows.set(id, { firstMs: window?.firstMs ?? nowMs, lastMs: nowMs, isOwn, isSoon });
      }
    }
    if (soon) for (const window of this.#windows.values()) window.isSoon = true;
    if (!isAny) return;
    // A session that begins before the letter leaves counts as over in it: the letter then cancels the hour announced before.
    const isLoud = voice !== 'silent' && !this.isOff;
    for (const id of isLoud ? this.#unsaid : []) {
      if ((after.get(id)?.startMs ?? Infinity) <= nowMs + LATEST_MS) this.#unsaid.delete(id);
    }
    const isNew = nowMs - this.#busy.lastMs >= SETTLES_MS;
    this.#busy = { firstMs: isNew ? nowMs : this.#busy.firstMs, lastMs: nowMs };
  }

  /** Notes that places changed; without a word, whatever the client has is excused. */
  changePlaces(sessions: Sessions, isSilent: boolean): void {
    this.#unsaid.clear();
    if (!isSilent && !this.isOff) return;
    for (const { id, client } of sessions.values()) if (client === this.id) this.#excuse(id, sessions);
  }

  /** Notes a meeting whose letter was to go to an address that opted out, whatever other one the client has by now. */
  spare(id: string, sessions: Sessions): void {
    this.#excuse(id, sessions);
  }

  /** Returns the planned sessions of which the client has been told, by a letter or by a page. */
  knows(sessions: Sessions, nowMs: number): string[] {
    const told = new Set(this.mailbox.meetings(nowMs).map(({ uid }) => uid));
    const untold = new Set(this.#compare(sessions, nowMs).missing.map(({ id }) => id));
    const isKnown = ({ id, startMs }: { id: string; startMs: number }): boolean =>
      told.has(id) || !untold.has(id) || this.#page.has(`${id} ${startMs}`);
    return [...sessions.values()].flatMap((session) =>
      standingOf(session, this.id) === session.meeting && isKnown(session) ? [session.id] : [],
    );
  }

  #excuse(id: string, sessions: Sessions): void {
    this.#windows.delete(id);
    const excuse = this.#excuses.get(id) ?? new Map<string, number | null>();
    this.#excuses.set(id, excuse.set(bareStanding(sessions.get(id), this.id), null));
  }

  /** Returns whether a session is as it was when nothing was said. */
  #isExcused(id: string, sessions: Sessions, nowMs: number): boolean {
    const excuse = this.#excuses.get(id);
    return excuse !== undefined && this.#standingsOf(sessions.get(id), nowMs).some((one) => excuse.has(one));
  }

  /** What a session is to the client; one whose hour is over is as off as a cancelled one. */
  #standingsOf(session: StoredSession | undefined, nowMs: number): string[] {
    return [bareStanding(session, this.id), ...(session && session.startMs <= nowMs ? ['off'] : [])];
  }

  /** Returns whether a new session is what a deleted one was, of which nothing had been said: the undo of an end. */
  #wasUntold(id: string, sessions: Sessions): boolean {
    const standing = bareStanding(sessions.get(id), this.id);
    return [...this.#excuses].some(([other, excuse]) => !sessions.has(other) && excuse.has(standing));
  }

  /** What no letter named, called off or deleted and back within two minutes, sends none (LETTER-04). */
  #isBackUntold(is: StoredSession | undefined, nowMs: number): boolean {
    const offMs = this.#untold.get(bareStanding(is, this.id)) ?? -Infinity;
    return nowMs - offMs <= SETTLES_MS;
  }

  /** A reserved hour, or a meeting while letters are off: where they are on, one about it waits. */
  #noteUntold(was: StoredSession | undefined, is: StoredSession | undefined, nowMs: number): void {
    if (!was || was.client !== this.id || standingOf(is, this.id) !== 'off') return;
    const standing = standingOf(was, this.id);
    const isNamed = (): boolean =>
      this.mailbox.meetings(nowMs).some(({ uid }) => (this.#named.get(uid) ?? uid) === was.id);
    if (standing !== 'quiet' && (standing === 'off' || !this.isOff || isNamed())) return;
    this.#untold.set(bareStanding({ ...was, status: 'scheduled' }, this.id), nowMs);
  }

  #leaveExcuses(id: string, sessions: Sessions, nowMs: number): void {
    const standings = this.#standingsOf(sessions.get(id), nowMs);
    const excuse = this.#excuses.get(id) ?? [];
    for (const [each, leftMs] of excuse) {
      this.#excuses.get(id)?.set(each, standings.includes(each) ? null : (leftMs ?? nowMs));
    }
  }

  /** Returns what is wrong with a letter that arrives. */
  read({ subject, kind, events }: ReadLetter, { nowMs, isCalm }: Moment): string[] {
    const wrong: string[] = [];
    const isAtOnce = events.some(({ event, known }) => {
      const { isOwn = false, isSoon = false, lastMs = 0 } = this.#windows.get(event.uid) ?? {};
      return isOwn || isSoon || Math.min(event.startMs, known?.startMs ?? Infinity) <= lastMs + LATEST_MS;
    });
    for (const { event, known } of events) {
      const { uid, sequence, startMs, meeting } = event;
      if (known && known.sequence >= sequence) wrong.push(`SEQUENCE ${known.sequence} → ${sequence} of ${uid}`);
      const isOnPage = this.#page.has(`${uid} ${startMs}`);
      if (kind === 'reminder') {
        if (known?.meeting !== meeting && !isOnPage && !this.#excuses.has(uid)) wrong.push(`reminds of ${uid}, untold`);
      } else if (meeting === null) {
        const isKnown = known?.meeting && known.startMs === startMs;
        if (!isKnown && !isOnPage) wrong.push(`calls off ${uid}, which nobody told`);
      } else if (known?.meeting === meeting && !isOnPage) wrong.push(`says ${meeting}, which is known`);
      if (this.#unsaid.has(uid) && isCalm && kind !== 'reminder') wrong.push(`tells ${uid}, done without a word`);
      const window = this.#windows.get(uid);
      const isEarly = window && nowMs - window.lastMs < SETTLES_MS && nowMs - this.#busy.firstMs < LATEST_MS;
      // A reminder leaves at its hour, of what is known.
      if (isEarly && isCalm && !isAtOnce && kind !== 'reminder') {
        wrong.push(`leaves ${(nowMs - window.lastMs) / 1000} s after the press of ${uid}`);
      }
    }
    for (const { event } of events) {
      this.#excuses.delete(event.uid);
      this.#unsaid.delete(event.uid);
      for (const shown of this.#page) if (shown.startsWith(`${event.uid} `)) this.#page.delete(shown);
    }
    return wrong.map((line) => `«${subject}» ${line}`);
  }

  /** Returns where what was told differs from what stands, but for what may still be on its way. */
  faults(sessions: Sessions, { nowMs, isCalm }: Moment, isLast: boolean): string[] {
    const { missing, left } = this.#compare(sessions, nowMs);
    // Which of two sessions at one hour an event in the calendar is, is open until both are told.
    const twinsOf = (meetings: readonly string[]): string[] =>
      [...sessions.values()].flatMap(({ id, client, meeting }) =>
        client === this.id && meetings.includes(meeting) ? [id] : [],
      );
    const differs = new Set([
      ...twinsOf(missing.map(({ meeting }) => meeting)),
      ...left.flatMap(({ uid }) => [uid, this.#named.get(uid) ?? uid]),
    ]);
    for (const id of this.#windows.keys()) if (!differs.has(id)) this.#windows.delete(id);
    for (const excuse of isCalm ? this.#excuses.values() : []) {
      for (const [standing, leftMs] of excuse) {
        if (leftMs !== null && nowMs - leftMs >= LATEST_MS) excuse.delete(standing);
      }
    }
    for (const id of this.#windows.keys()) {
      if (this.#isExcused(id, sessions, nowMs) || standingOf(sessions.get(id), this.id) === 'quiet')
        this.#windows.delete(id);
    }
    const isOnItsWay = (id: string): boolean =>
      [id, ...twinsOf([sessions.get(id)?.meeting ?? ''])].some((one) => this.#isOnItsWay(one, nowMs));
    const isExcused = (id: string): boolean => {
      if (this.#isExcused(id, sessions, nowMs)) return true;
      return !isLast && (!isCalm || this.isOff || nowMs < this.#lenientUntilMs || isOnItsWay(id));
    };
    // A told meeting that is reserved by now stays in hand until it is called off.
    const isQuiet = ({ uid }: CalendarEvent): boolean =>
      standingOf(sessions.get(this.#named.get(uid) ?? uid), this.id) === 'quiet';
    const untold = missing.filter(({ id }) => !isExcused(id));
    const unfounded = left.filter(
      (event) => !isQuiet(event) && !isExcused(event.uid) && !isExcused(this.#named.get(event.uid) ?? event.uid),
    );
    const quiet = [...sessions.values()].filter((session) => standingOf(session, this.id) === 'quiet');
    const unnamed = quiet.filter(({ id }) => !left.some(({ uid }) => uid === id)).length;
    return [
      ...untold.map(({ id, meeting }) => `was not told ${id}: ${meeting}`),
      // One that the client knows by another session is reserved.
      ...(unfounded.length <= unnamed ? [] : unfounded.map(({ uid, meeting }) => `still believes ${uid}: ${meeting}`)),
    ];
  }

  #isOnItsWay(id: string, nowMs: number): boolean {
    const window = this.#windows.get(id);
    return window !== undefined && nowMs - this.#busy.lastMs < SETTLES_MS && nowMs - window.firstMs < LATEST_MS;
  }

  #compare(sessions: Sessions, nowMs: number): Comparison {
    const { missing, left, named } = compared(this.id, this.mailbox.meetings(nowMs), sessions, nowMs, this.#named);
    for (const [uid, session] of named) this.#named.set(uid, session);
    return { missing, left };
  }
}
