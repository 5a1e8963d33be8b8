import { startSealing } from '#web/api/sealing.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/api/session.ts';
import { hasTabTexts, onSignedOut, readSignedOutAt, removeTabTexts, removeTabTextsIf } from '#web/browser/storage.ts';

/** Whether this tab holds anything that a sign-out would take away. */
export function hasDrafts(): boolean {
  return hasTabTexts(draftKey(''));
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

/** Under which the signed-in person's texts lie in the tab. */
export function draftKey(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}
