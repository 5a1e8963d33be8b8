import { draftKey } from '#web/ground/api/drafts.ts';
import { seal, unseal } from '#web/ground/api/sealing.ts';
import { readTabText, writeTabText } from '#web/ground/browser/storage.ts';

/** An unsaved form in stored form. */
export interface Draft<Values> {
  /** The id of an attempted create, so that it can be retried after a reload; null before the first attempt. */
  id: string | null;
  keptAt: Temporal.Instant;
  values: Values;
}

/** Storage in which drafts outlive their form; `write` returns false when the browser refuses. */
export interface DraftKeeper {
  read: <Values>(name: string, isValues: (value: unknown) => value is Values) => Draft<Values> | null;
  write: <Values>(name: string, draft: Draft<Values>) => boolean;
  remove: (name: string) => void;
}

/** `seal` returns null while there is no key. */
interface Sealing {
  seal: (name: string, text: string) => string | null;
  unseal: (name: string, sealed: string) => string | null;
}

/**
 * Keeps unsaved values in session storage, encrypted, under the account's id: they survive a reload and leaving the
 * form, until the tab closes. Only the moment of writing is readable without the key.
 */
export function tabDrafts(sealing: Sealing = { seal, unseal }): DraftKeeper {
  return {
    read: (name, isValues) => {
      try {
        const key = draftKey(name);
        const [, sealed = ''] = (readTabText(key) ?? '').split(' ');
        const kept: unknown = JSON.parse(sealing.unseal(key, sealed) ?? 'null');
        if (!isEnvelope(kept) || !isValues(kept.values)) return null;
        return { id: kept.id, keptAt: Temporal.Instant.from(kept.keptAt), values: kept.values };
      } catch {
        return null;
      }
    },
    write: (name, draft) => {
      const key = draftKey(name);
      const sealed = sealing.seal(key, JSON.stringify(draft));
      return sealed !== null && writeTabText(key, `${draft.keptAt.toString()} ${sealed}`);
    },
    remove: (name) => void writeTabText(draftKey(name), null),
  };
}

function isEnvelope(value: unknown): value is { id: string | null; keptAt: string; values: unknown } {
  if (typeof value !== 'object' || value === null || !('id' in value && 'keptAt' in value && 'values' in value)) {
    return false;
  }
  return typeof value.keptAt === 'string' && (value.id === null || typeof value.id === 'string');
}
