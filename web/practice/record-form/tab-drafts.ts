import { draftKey } from '#web/ground/api/drafts.ts';
import { seal, unseal } from '#web/ground/api/sealing.ts';
import { readTabText, writeTabText } from '#web/ground/browser/storage.ts';
import type { DraftKeeper } from '#web/practice/record-form/draft-keeper.ts';

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
