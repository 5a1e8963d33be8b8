import { createContext, type ReactElement } from 'react';
import { Store } from '#web/ground/browser/store.ts';

export type Close<Result> = (result?: Result) => void;

interface Hosted {
  key: number;
  element: ReactElement;
  drop: () => void;
}

/** Closes the dialog of `openDialog` that contains the component. */
export const DropHosted = createContext<(() => void) | null>(null);

/** The dialogs that were opened by `openDialog`. */
class HostedDialogs extends Store<readonly Hosted[]> {
  #count = 0;

  open<Result>(render: (close: Close<Result>) => ReactElement): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const key = ++this.#count;
      const close = (result?: Result) => {
        // Resolves first, so that code awaiting the result runs before React renders without the dialog.
        resolve(result);
        this.set(this.get().filter((other) => other.key !== key));
      };
      this.set([...this.get(), { key, element: render(close), drop: () => close() }]);
    });
  }

  clear(): void {
    for (const { drop } of this.get()) drop();
  }
}

export const hosted = new HostedDialogs([]);

/** Opens a dialog from anywhere; resolves to its result once it is closed. Navigating to another path closes it. */
export function openDialog<Result = void>(render: (close: Close<Result>) => ReactElement): Promise<Result | undefined> {
  return hosted.open(render);
}
