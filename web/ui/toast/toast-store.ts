import type { Icon } from '@tabler/icons-react';

export interface ToastOptions {
  /** A first line above the message. */
  title?: string;
  icon?: Icon;
  /** What one may still do about it. */
  action?: { text: string; onPress: () => void };
}

export interface Toast extends ToastOptions {
  id: number;
  kind: 'success' | 'info' | 'error';
  message: string;
  /** The cause, where it is known. */
  why?: string;
  /** Milliseconds since it was shown or touched last; null stays until it is closed. */
  closesAfter: number | null;
}

/** The toasts of a page, outside the tree: what shows one may be gone before it leaves. */
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

  #change(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();
