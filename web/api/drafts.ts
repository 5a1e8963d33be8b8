import type { ChangedFields } from '#web/api/changed-fields.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/api/session.ts';
import {
  hasTabTexts,
  onSignedOut,
  readSignedOutAt,
  readTabText,
  removeTabTexts,
  removeTabTextsIf,
  writeTabText,
} from '#web/api/storage.ts';

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

/** Whether this tab holds anything that a sign-out would take away. */
export function hasDrafts(): boolean {
  return hasTabTexts(keyOf(''));
}

export function removeDraft(name: string): void {
  writeTabText(keyOf(name), null);
}

/** A session that ended against the person's will keeps its drafts for when they, and nobody else, sign in again. */
export function startDrafts(): void {
  // A tab that was asleep while somebody signed out in another one hears of it now.
  const signedOutAt = readSignedOutAt();
  if (signedOutAt !== null) removeTabTextsIf((text) => isOlder(text, signedOutAt));
  let leaving = false;
  onSignedOut(() => {
    leaving = true;
    removeTabTexts();
  });
  onSessionEnd((end) => {
    if (end === 'left' || leaving) removeTabTexts();
    leaving = false;
  });
  subscribe(() => {
    const session = currentSession();
    if (session.status === 'user') removeTabTexts(prefixOf(session.user.id));
  });
}

/** A guard of some of these fields, all of them texts: `isTexts('title', 'content')`. */
export function isTexts<Name extends string>(
  ...names: Name[]
): (value: unknown) => value is Partial<Record<Name, string>> {
  return (value): value is Partial<Record<Name, string>> =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => !(name in value) || typeof Reflect.get(value, name) === 'string');
}

export function isChangedFields<Form>(
  isFields: (value: unknown) => value is Partial<Form>,
): (value: unknown) => value is ChangedFields<Form> {
  return (value): value is ChangedFields<Form> =>
    typeof value === 'object' &&
    value !== null &&
    isFields(Reflect.get(value, 'typed')) &&
    isFields(Reflect.get(value, 'base'));
}

function isOlder(text: string, moment: string): boolean {
  try {
    const kept: unknown = JSON.parse(text);
    return !isEnvelope(kept) || Temporal.Instant.compare(kept.keptAt, moment) <= 0;
  } catch {
    return true;
  }
}

function keyOf(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}

function isEnvelope(value: unknown): value is { id: string; keptAt: string; values: unknown } {
  return isTexts('id', 'keptAt')(value) && 'id' in value && 'keptAt' in value && 'values' in value;
}
