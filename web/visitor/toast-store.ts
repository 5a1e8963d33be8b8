export interface Toast {
  id: number;
  /** A success leaves by itself, an error that is not `brief` stays until it is closed or the form is sent again. */
  kind: 'success' | 'error';
  /** The page itself goes on saying what it says. */
  brief?: boolean;
  title?: string;
  message: string;
  /** The cause, where it is known. */
  why?: string;
}

/** The page's toasts, outside the tree: what shows one may be gone before it leaves. */
class ToastStore {
  readonly #listeners = new Set<() => void>();
  #toasts: readonly Toast[] = [];
  #lastId = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Toast[] => this.#toasts;

  /** One at a time: a new one takes the place of what was said before. Answers its id. */
  show(toast: Omit<Toast, 'id'>): number {
    this.#lastId += 1;
    this.#change([{ ...toast, id: this.#lastId }]);
    return this.#lastId;
  }

  close(id: number): void {
    this.#change(this.#toasts.filter((toast) => toast.id !== id));
  }

  clear(): void {
    this.#change([]);
  }

  #change(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();
