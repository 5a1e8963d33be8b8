import { Store } from '#web/ground/browser/store.ts';

/**
 * The delay before the screen behind becomes inert. A screen reader whose focused element disappears moves on without
 * announcing the new focus, and a busy one looks late; so it gets time to announce the focus in the dialog first. Until
 * then `aria-modal` and the focus trap are in effect.
 */
const SAID_MS = 1000;

/** A layer above the screen: a dialog, the search palette, the phone's menu. */
interface Layer {
  id: string;
  /** Called by Esc when this layer is on top. */
  close: () => void;
  /** Closes a layer opened by `openDialog`, when the layer beneath it, which opened it, closes. */
  drop: (() => void) | null;
}

/** The open layers; only the last one, on top, is visible. The page does not scroll behind them. */
class Layers extends Store<readonly Layer[]> {
  /** The element that had the focus before the first layer of a chain opened. */
  #opener: Element | null = null;
  /** Deferred after the last layer closes, because another one may open in its place. */
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** Runs some time after the focus has moved into the first layer. */
  #hiding: ReturnType<typeof setTimeout> | undefined;

  top(): string | undefined {
    return this.get().at(-1)?.id;
  }

  add(layer: Layer): () => void {
    if (this.get().length === 0 && this.#ending === undefined) this.#begin();
    clearTimeout(this.#ending);
    this.#ending = undefined;
    markFocus();
    this.set(this.#with(layer));
    return () => {
      const above = this.get().slice(this.get().indexOf(layer) + 1);
      this.set(this.get().filter((other) => other !== layer));
      for (const { drop } of above) drop?.();
      this.#ending = setTimeout(() => this.#end());
    };
  }

  /** The screen that a choice leads to gets the focus, instead of what opened the layer. */
  forgetOpener(): void {
    this.#opener = null;
  }

  /**
   * A dialog that belongs to the screen, such as one opened by its address, goes below those opened with `openDialog`.
   */
  #with(layer: Layer): readonly Layer[] {
    const hosted = layer.drop ? -1 : this.get().findIndex(({ drop }) => drop !== null);
    return hosted < 0 ? [...this.get(), layer] : this.get().toSpliced(hosted, 0, layer);
  }

  #begin(): void {
    this.#opener = document.activeElement;
    window.addEventListener('keydown', this.#onKey, true);
    window.addEventListener('focusin', this.#onFocus);
    const bar = window.innerWidth - document.documentElement.clientWidth;
    // Keeps the width of the scroll bar, so that nothing moves.
    if (bar > 0) document.body.style.marginRight = `${bar}px`;
    document.body.dataset.covered = '';
  }

  #end(): void {
    this.#ending = undefined;
    if (this.get().length > 0) return;
    window.removeEventListener('keydown', this.#onKey, true);
    window.removeEventListener('focusin', this.#onFocus);
    clearTimeout(this.#hiding);
    this.#hiding = undefined;
    document.body.style.marginRight = '';
    delete document.body.dataset.covered;
    setBehind(false);
    const [opener, main] = [this.#opener, document.querySelector<HTMLElement>('main')];
    // The opener may no longer exist, such as the card of a deleted record.
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : main)?.focus({ preventScroll: true });
  }

  readonly #onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[data-layer]'))
      this.#hiding ??= setTimeout(() => setBehind(true), SAID_MS);
  };

  readonly #onKey = ({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing) return;
    // Mantine sets this on a field whose list is open: then Esc closes only the list.
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    this.get().at(-1)?.close();
  };
}

export const layers = new Layers([]);

/** Makes the screen behind inert, but not the toasts beside it. */
function setBehind(inert: boolean): void {
  const screen = document.getElementById('root');
  if (screen) screen.inert = inert;
}

/** Marks the focused field of a dialog, so that it gets the focus again when the dialog becomes visible again. */
function markFocus(): void {
  const focused = document.activeElement;
  const dialog = focused?.closest('[role="dialog"]');
  if (!focused || !dialog || focused === dialog) return;
  for (const marked of dialog.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  focused.setAttribute('data-autofocus', 'true');
}
