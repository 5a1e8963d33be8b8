import { createContext, type ReactElement } from 'react';

export type Close<Result> = (result?: Result) => void;

interface Hosted {
  key: number;
  element: ReactElement;
  drop: () => void;
}

/** Closes the dialog of `openDialog` that this stands in. */
export const DropHosted = createContext<(() => void) | null>(null);

/** The dialogs that were opened by `openDialog`. */
class HostedDialogs {
  readonly #listeners = new Set<() => void>();
  #open: readonly Hosted[] = [];
  #count = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly list = (): readonly Hosted[] => this.#open;

  open<Result>(render: (close: Close<Result>) => ReactElement): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const key = ++this.#count;
      const close = (result?: Result) => {
        // What awaits the result goes on before React renders without the dialog.
        resolve(result);
        this.#change(this.#open.filter((other) => other.key !== key));
      };
      this.#change([...this.#open, { key, element: render(close), drop: () => close() }]);
    });
  }

  clear(): void {
    for (const { drop } of this.#open) drop();
  }

  #change(open: readonly Hosted[]): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}

export const hosted = new HostedDialogs();

/** Opens a dialog from anywhere; resolves once it is closed, with what it was closed with. Another address closes it. */
export function openDialog<Result = void>(render: (close: Close<Result>) => ReactElement): Promise<Result | undefined> {
  return hosted.open(render);
}
