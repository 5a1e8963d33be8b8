import type { ReactNode } from 'react';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { Question } from '#web/ui/dialog/ConfirmDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

// With the program of the dialogs, which the host prefetches.
const ConfirmDialog = lazyPart(async () => (await import('#web/ui/dialog/ConfirmDialog.tsx')).ConfirmDialog);

export interface Confirmation extends Question {
  /** Runs while the question stays, and closes it; after a failure it is still there. */
  run?: () => Promise<unknown>;
  /** What is said of that failure. */
  failed?: string;
  /** What there is to choose. */
  children?: ReactNode;
}

/** Asks before an action that cannot be undone; resolves to true once it is confirmed, and done where it runs here. */
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
    // The dialog below may go with the record, and the question with it.
    void closed.then(() => !running && resolve(false));
  });
}
