import type { Icon } from '@tabler/icons-react';

export interface ToastOptions {
  /** A title above the message. */
  title?: string;
  icon?: Icon;
  /** An action that is still possible. */
  action?: ToastAction;
  /** The same, which takes back what is said: Ctrl+Z does it too. */
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
  /** Milliseconds since the toast was shown or touched last; null keeps it until it is closed. */
  closesAfter: number | null;
}

/** The toasts of a page, outside the React tree: the component that shows one can unmount before it closes. */
class ToastStore {
  readonly #listeners = new Set<() => void>();
  #toasts: readonly Toast[] = [];
  #lastId = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Toast[] => this.#toasts;

  /** Returns the id. */
  show(toast: Omit<Toast, 'id'>): number {
    this.#lastId += 1;
    this.#change([...this.#toasts, { ...toast, id: this.#lastId }]);
    return this.#lastId;
  }

  close(which: (toast: Toast) => boolean): void {
    if (this.#toasts.some(which)) this.#change(this.#toasts.filter((toast) => !which(toast)));
  }

  /** Does what a toast offers, once. */
  press({ id, undo, action }: Toast): void {
    this.close((one) => one.id === id);
    (undo ?? action)?.onPress();
  }

  #change(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();

const SHOWN_AT_MOST = 3;

/**
 * The toasts that have room; the others wait. Failures stay until they are closed: before those that pass they would
 * hide an undo until it is too late.
 */
export function shownOf(all: readonly Toast[]): { passing: readonly Toast[]; failures: readonly Toast[] } {
  const passing = all.filter(({ kind }) => kind !== 'error').slice(0, SHOWN_AT_MOST);
  const failures = all.filter(({ kind }) => kind === 'error').slice(0, SHOWN_AT_MOST - passing.length);
  return { passing, failures };
}
