import { currentSession, onSessionEnd, subscribe } from '#web/api/session.ts';
import { removeTabTexts, readTabText, writeTabText } from '#web/api/storage.ts';

/** What is being written, as it is kept. */
export interface Draft<Values> {
  /** The id under which it will be created, the same over attempts and reloads. */
  id: string;
  keptAt: Temporal.Instant;
  values: Values;
}

/**
 * What is being written and not yet saved, kept over a reload of this tab and nowhere else: session storage, under the
 * account's id, gone on save, discard, sign-out and when somebody else signs in.
 */
export function readDraft<Values>(name: string, isValues: (value: unknown) => value is Values): Draft<Values> | null {
  try {
    const kept: unknown = JSON.parse(readTabText(keyOf(name)) ?? 'null');
    if (!isEnvelope(kept) || !isValues(kept.values)) return null;
    return { id: kept.id, keptAt: Temporal.Instant.from(kept.keptAt), values: kept.values };
  } catch {
    return null;
  }
}

export function writeDraft<Values>(name: string, draft: Draft<Values>): void {
  writeTabText(keyOf(name), JSON.stringify(draft));
}

export function removeDraft(name: string): void {
  writeTabText(keyOf(name), null);
}

/** A session that ended against the person's will keeps its drafts for when they, and nobody else, sign in again. */
export function startDrafts(): void {
  onSessionEnd((end) => {
    if (end === 'left') removeTabTexts();
  });
  subscribe(() => {
    const session = currentSession();
    if (session.status === 'user') removeTabTexts(prefixOf(session.user.id));
  });
}

/** A guard of values that are texts: `isTexts('title', 'content')`. */
export function isTexts<Name extends string>(...names: Name[]): (value: unknown) => value is Record<Name, string> {
  return (value): value is Record<Name, string> =>
    typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string');
}

function keyOf(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}

function isEnvelope(value: unknown): value is { id: string; keptAt: string; values: unknown } {
  return isTexts('id', 'keptAt')(value) && 'values' in value;
}
