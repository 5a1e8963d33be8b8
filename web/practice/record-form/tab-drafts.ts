import { keepAttempt, type KeptAttempt, readAttempt } from '#web/practice/record-form/attempts.ts';
import { draftKey, removeOldCopies } from '#web/ground/api/drafts.ts';
import { seal, unseal } from '#web/ground/api/sealing.ts';
import { otherCopies, readCopy, writeCopy } from '#web/ground/browser/tab-copies.ts';
import { readTabText, writeTabText } from '#web/ground/browser/typed-texts.ts';

/** The unsaved values of a form, as they are stored. */
export interface Draft<Values> {
  /** The id of an attempted create, so that it can be retried after a reload; null before the first attempt. */
  id: string | null;
  keptAt: Temporal.Instant;
  values: Values;
}

/** A draft that another tab has left. */
export interface LeftDraft<Values> extends Draft<Values> {
  tab: string;
}

/**
 * Where a draft is stored: so that it outlives its tab, only as long as the tab, or, if the browser refuses, nowhere.
 */
export type Kept = 'beyond' | 'tab' | 'nowhere';

type IsValues<Values> = (value: unknown) => value is Values;

/** Storage in which drafts outlive their form. */
export interface DraftKeeper {
  read: <Values>(name: string, isValues: IsValues<Values>) => Draft<Values> | null;
  write: <Values>(name: string, draft: Draft<Values>) => Kept;
  remove: (name: string) => void;
  /** The newest draft that another tab has left. */
  readLeft: <Values>(name: string, isValues: IsValues<Values>) => LeftDraft<Values> | null;
  removeLeft: (name: string, tab: string) => void;
  /** The last attempt to create something from a form in which nothing was typed. */
  readAttempt: (name: string) => KeptAttempt | null;
  keepAttempt: (name: string, attempt: KeptAttempt | null) => void;
}

/** `seal` returns null while there is no key. */
interface Sealing {
  seal: (name: string, text: string) => string | null;
  unseal: (name: string, sealed: string) => string | null;
}

/**
 * Stores unsaved values encrypted, under the account's id: in session storage, where they survive a reload and leaving
 * the form, and for a day in local storage, where they outlive the tab, because WebKit restores a closed tab without
 * its session storage. Only the time of writing is readable without the key.
 */
export function tabDrafts(sealing: Sealing = { seal, unseal }): DraftKeeper {
  const open = <Values>(key: string, text: string | null, isValues: IsValues<Values>): Draft<Values> | null => {
    try {
      const [, sealed = ''] = (text ?? '').split(' ');
      const kept: unknown = JSON.parse(sealing.unseal(key, sealed) ?? 'null');
      if (!isEnvelope(kept) || !isValues(kept.values)) return null;
      return { id: kept.id, keptAt: Temporal.Instant.from(kept.keptAt), values: kept.values };
    } catch {
      return null;
    }
  };
  return {
    read: (name, isValues) => open(draftKey(name), readTabText(draftKey(name)) ?? readCopy(draftKey(name)), isValues),
    write: (name, draft) => {
      const key = draftKey(name);
      const sealed = sealing.seal(key, JSON.stringify(draft));
      if (sealed === null) return 'nowhere';
      const text = `${draft.keptAt.toString()} ${sealed}`;
      const [inTab, beyond] = [writeTabText(key, text), writeCopy(key, text)];
      // If one of the two storages is full it still holds an older text, which must not be read instead of the newer
      // one.
      if (beyond && !inTab) writeTabText(key, null);
      if (inTab && !beyond) writeCopy(key, null);
      return beyond ? 'beyond' : inTab ? 'tab' : 'nowhere';
    },
    remove: (name) => {
      writeTabText(draftKey(name), null);
      writeCopy(draftKey(name), null);
    },
    readLeft: (name, isValues) => {
      removeOldCopies();
      const key = draftKey(name);
      const left = otherCopies(key).flatMap(({ tab, text }) => {
        const draft = open(key, text, isValues);
        return draft ? [{ ...draft, tab }] : [];
      });
      return left.toSorted((a, b) => Temporal.Instant.compare(b.keptAt, a.keptAt))[0] ?? null;
    },
    removeLeft: (name, tab) => void writeCopy(draftKey(name), null, tab),
    readAttempt,
    keepAttempt,
  };
}

function isEnvelope(value: unknown): value is { id: string | null; keptAt: string; values: unknown } {
  if (typeof value !== 'object' || value === null || !('id' in value && 'keptAt' in value && 'values' in value)) {
    return false;
  }
  return typeof value.keptAt === 'string' && (value.id === null || typeof value.id === 'string');
}
