import { onAmountsHiddenChange, readAmountsHidden, writeAmountsHidden } from '#web/ground/browser/storage.ts';
import { Store, useStore } from '#web/ground/browser/store.ts';

const hidden = new Store(readAmountsHidden());
onAmountsHiddenChange(() => hidden.set(readAmountsHidden()));

/** Whether this browser hides amounts, because somebody else can see the screen. */
export function useAmountsHidden(): boolean {
  return useStore(hidden);
}

export function toggleAmounts(): void {
  hidden.set(!hidden.get());
  writeAmountsHidden(hidden.get());
}
