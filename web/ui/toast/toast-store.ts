import type { Icon } from '@tabler/icons-react';
import { Store } from '#web/ground/browser/store.ts';

export interface ToastOptions {
  /** A title above the message. */
  title?: string;
  icon?: Icon;
  /** A further action; with an undo it is the second button. */
  action?: ToastAction;
  /** An action that undoes what the toast reports; Ctrl+Z triggers it too. */
  undo?: ToastAction;
}

interface ToastAction {
  text: string;
  onPress: () => void;
}

export interface Toast extends ToastOptions {
  id: number;
  kind: 'success' | 'info' | 'error';
  message: string;
  /** The cause, if known. */
  why?: string;
  /** In milliseconds, counted from showing it or from the last hover or focus; null keeps it until it is closed. */
  closesAfter: number | null;
}

/** The toasts of a page, outside the React tree: the component that shows one can unmount before it closes. */
class ToastStore extends Store<readonly Toast[]> {
  #lastId = 0;

  /** Returns the id. */
  show(toast: Omit<Toast, 'id'>): number {
    this.#lastId += 1;
    this.set([...this.get(), { ...toast, id: this.#lastId }]);
    return this.#lastId;
  }

  close(which: (toast: Toast) => boolean): void {
    if (this.get().some(which)) this.set(this.get().filter((toast) => !which(toast)));
  }

  /** Runs an action of a toast, by default its undo, and closes the toast. */
  press({ id, undo, action }: Toast, which = undo ?? action): void {
    this.close((one) => one.id === id);
    which?.onPress();
  }
}

export const toasts = new ToastStore([]);

const SHOWN_AT_MOST = 3;

/**
 * The toasts that are shown now; the others wait. Failures stay until they are closed, so those that close by
 * themselves take precedence: otherwise an undo could be hidden until it is too late.
 */
export function shownOf(all: readonly Toast[]): { passing: readonly Toast[]; failures: readonly Toast[] } {
  const passing = all.filter(({ kind }) => kind !== 'error').slice(0, SHOWN_AT_MOST);
  const failures = all.filter(({ kind }) => kind === 'error').slice(0, SHOWN_AT_MOST - passing.length);
  return { passing, failures };
}
