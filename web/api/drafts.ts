import { seal, startSealing, unseal } from '#web/api/sealing.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/api/session.ts';
import {
  hasTabTexts,
  onSignedOut,
  readSignedOutAt,
  readTabText,
  removeTabTexts,
  removeTabTextsIf,
  writeTabText,
} from '#web/browser/storage.ts';

/** What is being written, as it is kept. */
export interface Draft<Values> {
  /** Under which its creation was attempted, so that a reload may try it again; null before that. */
  id: string | null;
  keptAt: Temporal.Instant;
  values: Values;
}

/**
 * What is being written and not yet saved, kept while its tab is open, over a reload and over leaving the form: session
 * storage, encrypted, under the account's id, gone on save, discard, sign-out and when somebody else signs in. A
 * duplicate of the tab begins with a copy.
 */
export function readDraft<Values>(name: string, isValues: (value: unknown) => value is Values): Draft<Values> | null {
  try {
    const [, sealed = ''] = (readTabText(keyOf(name)) ?? '').split(' ');
    const kept: unknown = JSON.parse(unseal(keyOf(name), sealed) ?? 'null');
    if (!isEnvelope(kept) || !isValues(kept.values)) return null;
    return { id: kept.id, keptAt: Temporal.Instant.from(kept.keptAt), values: kept.values };
  } catch {
    return null;
  }
}

/** False where the browser keeps nothing, or there is no key. When it was kept may be read without one. */
export function writeDraft<Values>(name: string, draft: Draft<Values>): boolean {
  const sealed = seal(keyOf(name), JSON.stringify(draft));
  return sealed !== null && writeTabText(keyOf(name), `${draft.keptAt.toString()} ${sealed}`);
}

/** Whether this tab holds anything that a sign-out would take away. */
export function hasDrafts(): boolean {
  return hasTabTexts(keyOf(''));
}

/** Tabs ask one another only whether there is something; one that has nothing keeps silent. */
const TABS = 'kabinet-drafts';
const ANSWERED_IN = 200;

/** Whether another tab of this browser holds anything that a sign-out would take away. */
export function haveOtherTabsDrafts(): Promise<boolean> {
  const channel = new BroadcastChannel(TABS);
  return new Promise<boolean>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => data === 'yes' && resolve(true));
    say(channel, 'ask');
    setTimeout(() => resolve(false), ANSWERED_IN);
  }).finally(() => channel.close());
}

function answerOtherTabs(): void {
  const channel = new BroadcastChannel(TABS);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ask' && hasDrafts()) say(channel, 'yes');
  });
}

function say(channel: BroadcastChannel, word: 'ask' | 'yes'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel.postMessage(word);
}

export function removeDraft(name: string): void {
  writeTabText(keyOf(name), null);
}

/** A session that ended against the person's will keeps its drafts for when they, and nobody else, sign in again. */
export function startDrafts(): void {
  startSealing();
  // A tab that was asleep while somebody signed out in another one hears of it now.
  const signedOutAt = readSignedOutAt();
  removeTabTextsIf((text, name) => isPlain(text, name) || (signedOutAt !== null && isOlder(text, signedOutAt)));
  answerOtherTabs();
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

/** A draft as earlier versions kept it; what a visitor types into a booking page is their own. */
function isPlain(text: string, name: string): boolean {
  return text.startsWith('{') && !name.startsWith('booking-page:');
}

function isOlder(text: string, moment: string): boolean {
  try {
    return Temporal.Instant.compare(text.split(' ')[0] ?? '', moment) <= 0;
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

function isEnvelope(value: unknown): value is { id: string | null; keptAt: string; values: unknown } {
  if (typeof value !== 'object' || value === null || !('id' in value && 'keptAt' in value && 'values' in value)) {
    return false;
  }
  return typeof value.keptAt === 'string' && (value.id === null || typeof value.id === 'string');
}
