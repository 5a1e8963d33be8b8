import { clockZone } from '#web/ground/browser/clock-zone.ts';
import { LOCAL, readText, TAB_ALONE, writeText } from '#web/ground/browser/typed-texts.ts';

/**
 * This module, `stored-scheme.ts`, `typed-texts.ts` and `tab-copies.ts` are the only ones that write browser storage,
 * apart from the SDK's own `pocketbase_auth`. Texts about clients are stored encrypted or not at all; a browser that
 * blocks storage costs a convenience, never the screen.
 */
const CLIENT_ORDER = 'kabinet-client-order';

/** How clients are sorted: newest first, or by name. */
export type ClientOrder = 'newest' | 'name';

export function readClientOrder(): ClientOrder {
  return read(CLIENT_ORDER) === 'name' ? 'name' : 'newest';
}

export function writeClientOrder(order: ClientOrder): void {
  write(CLIENT_ORDER, order === 'name' ? order : null);
}

const SESSION_ORDER = 'kabinet-session-order';

/** How sessions are sorted: newest first, or from now on with the nearest first. */
export type SessionOrder = 'newest' | 'nearest';

/** Null when nothing is chosen: then the default depends on the practice. */
export function readSessionOrder(): SessionOrder | null {
  const stored = read(SESSION_ORDER);
  return stored === 'newest' || stored === 'nearest' ? stored : null;
}

export function writeSessionOrder(order: SessionOrder): void {
  write(SESSION_ORDER, order);
}

const CALENDAR_VIEW = 'kabinet-calendar-view';

/** The calendar view that was chosen last; '' for none. */
export function readCalendarView(): string {
  return read(CALENDAR_VIEW) ?? '';
}

export function writeCalendarView(view: string): void {
  write(CALENDAR_VIEW, view);
}

const AMOUNTS_HIDDEN = 'kabinet-amounts-hidden';

/** Whether this browser hides amounts of money (MONEY-06). */
export function readAmountsHidden(): boolean {
  return read(AMOUNTS_HIDDEN) !== null;
}

export function writeAmountsHidden(hidden: boolean): void {
  write(AMOUNTS_HIDDEN, hidden ? 'yes' : null);
}

/** Calls `listener` when another tab hides or shows the amounts. */
export function onAmountsHiddenChange(listener: () => void): void {
  onChangeOf(AMOUNTS_HIDDEN, listener);
}

const LOCK_AFTER = 'kabinet-lock-after';

/** After how many minutes without use this browser locks; 0 if nothing is chosen. */
export function readLockAfter(): number {
  return Number(read(LOCK_AFTER)) || 0;
}

export function writeLockAfter(minutes: number): void {
  write(LOCK_AFTER, minutes === 0 ? null : String(minutes));
}

/** Calls `listener` when another tab changes the choice; returns the function that stops it. */
export function onLockAfterChange(listener: () => void): () => void {
  return onChangeOf(LOCK_AFTER, listener);
}

function onChangeOf(choice: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === choice || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

const LOCKED_SIGN_IN = 'kabinet-locked-sign-in';

/** The id of the sign-in that a tab of this browser locked last; null when none did. */
export function readLockedSignIn(): string | null {
  return read(LOCKED_SIGN_IN);
}

export function writeLockedSignIn(signIn: string): void {
  write(LOCKED_SIGN_IN, signIn);
}

const TIME_ZONE = 'kabinet-time-zone';

/** The zone of this person's practice as far as this browser knows it; by default the browser's own. */
export function readTimeZone(user: string): string {
  const stored = read(TIME_ZONE) ?? '';
  return stored.startsWith(user) ? stored.slice(user.length) : clockZone();
}

/** Stores a zone only if it differs from the browser's own. */
export function writeTimeZone(user: string, timeZone: string): void {
  write(TIME_ZONE, timeZone === clockZone() ? null : user + timeZone);
}

function read(key: string): string | null {
  return readText(LOCAL, key);
}

/** If storage is full or blocked, the choice lasts only as long as the page. */
function write(key: string, value: string | null): void {
  writeText(LOCAL, key, value);
}

const RELOADED_AT = 'kabinet-reloaded-at';

/** How long an automatic reload that did not help is not repeated, in milliseconds. */
const RELOAD_ONCE_IN = 30_000;

/** Whether this tab has just reloaded automatically. */
export function hasJustReloaded(): boolean {
  return Date.now() - Number(readText(TAB_ALONE, RELOADED_AT)) < RELOAD_ONCE_IN;
}

/** Records an automatic reload and returns whether the tab could store it: otherwise it would reload in a loop. */
export function noteReload(): boolean {
  return writeText(TAB_ALONE, RELOADED_AT, String(Date.now()));
}

const CLOCK_TOLD = 'kabinet-clock-told';

/** Returns whether this tab has already shown that the device's clock is wrong, and records that it does now. */
export function noteClockTold(): boolean {
  const told = readText(TAB_ALONE, CLOCK_TOLD) !== null;
  if (!told) writeText(TAB_ALONE, CLOCK_TOLD, 'yes');
  return told;
}

const USED_AT = 'kabinet-used-at';

/** The last activity in any tab of this browser, epoch milliseconds; null when unknown. */
export function readUsedAt(): number | null {
  return Number(read(USED_AT)) || null;
}

export function writeUsedAt(moment: number): void {
  write(USED_AT, String(moment));
}

const SIGNED_OUT_AT = 'kabinet-signed-out-at';

/** When a person last signed out of this browser; drafts older than that are deleted in every tab. */
export function readSignedOutAt(): string | null {
  return read(SIGNED_OUT_AT);
}

/** The last sign-out that this page knows of. */
let knownSignedOutAt = readSignedOutAt();

export function writeSignedOutAt(moment: string): void {
  knownSignedOutAt = moment;
  write(SIGNED_OUT_AT, moment);
}

/** Calls `listener` with the time when another tab signs out, or did while this page was in the back/forward cache. */
export function onSignedOut(listener: (moment: string) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== SIGNED_OUT_AT && key !== null) return;
    const moment = readSignedOutAt();
    if (moment !== null && moment !== knownSignedOutAt) listener(moment);
    knownSignedOutAt = moment;
  });
}
