import type { ReactNode } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { Question } from '#web/ui/dialog/ConfirmDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

// Prefetched by the host together with the other dialogs.
const ConfirmDialog = lazyPart(async () => (await import('#web/ui/dialog/ConfirmDialog.tsx')).ConfirmDialog);

export interface Confirmation extends Question {
  /** Runs while the dialog stays open; success closes it, a failure leaves it open. */
  run?: () => Promise<unknown>;
  /** The message after a failure. */
  failed?: string;
  /** Further choices, shown below the text. */
  children?: ReactNode;
}

/** Asks before an action that cannot be undone; resolves to true once it is confirmed and, with `run`, carried out. */
export function confirm({ run, failed, ...question }: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    let running = false;
    const closed = openDialog<boolean>((close) => {
      const go = async () => {
        running = true;
        try {
          await run?.();
          resolve(true);
          close(true);
        } catch (error) {
          running = false;
          if (failed) failureToast(failed, error);
        }
      };
      return <ConfirmDialog {...question} onConfirm={go} onCancel={() => close()} />;
    });
    // Deleting a record can close the dialog beneath, and this one with it, while `run` is still pending.
    void closed.then(() => !running && resolve(false));
  });
}
