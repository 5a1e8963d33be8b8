import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

export interface Question {
  title: string;
  /** The question, verbatim where the specification gives it. */
  text: ReactNode;
  button?: string;
  cancel?: string;
  /** Red, for an action that cannot be undone. */
  destructive?: boolean;
  /** Runs while the question stays, and closes it; after a failure it is still there. */
  run?: () => Promise<unknown>;
  /** What is said of that failure. */
  failed?: string;
}

/** Asks before an action that cannot be undone; resolves to true once it is confirmed, and done where it runs here. */
export function confirm({ text, button, cancel, run, failed, ...question }: Question): Promise<boolean> {
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
      return (
        <ConfirmDialog
          {...question}
          opened
          {...(button && { confirmText: button })}
          {...(cancel && { cancelText: cancel })}
          onConfirm={go}
          onCancel={() => close()}
        >
          {text}
        </ConfirmDialog>
      );
    });
    // The dialog below may go with the record, and the question with it.
    void closed.then(() => !running && resolve(false));
  });
}
