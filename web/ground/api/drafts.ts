import { startSealing } from '#web/ground/api/sealing.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/ground/api/session.ts';
import {
  hasTabTexts,
  onSignedOut,
  readSignedOutAt,
  removeTabTexts,
  removeTabTextsIf,
} from '#web/ground/browser/storage.ts';

/** Whether this tab holds a draft that signing out would delete: any, or one whose name begins with `name`. */
export function hasDrafts(name = ''): boolean {
  return hasTabTexts(draftKey(name));
}

/** Tabs ask one another only whether a draft exists; a tab without one does not reply. */
const TABS = 'kabinet-drafts';
const ANSWERED_IN = 200;

/** Whether another tab of this browser holds a draft that signing out would delete. */
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

/**
 * A session lost against the person's will keeps its drafts, which only the same person gets back at their next
 * sign-in.
 */
export function startDrafts(): void {
  startSealing();
  // A suspended tab misses the sign-out event of another tab, so the stored moment is checked now.
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

/** A plain-text draft of an earlier version; a visitor's draft of a booking page is plain text on purpose and stays. */
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

/** The key of one of the signed-in person's drafts in tab storage. */
export function draftKey(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}
