import { Store } from '#web/ground/browser/store.ts';

/**
 * A screen reader that finds gone what had the focus takes over the next one without a word, and a busy one looks late: the
 * screen behind goes when it has said where the focus is now. Until then `aria-modal` and the keys' trap hold.
 */
const SAID_MS = 1000;

/** What lies over the screen: a dialog, the palette, the phone's menu. */
interface Layer {
  id: string;
  /** Esc closes the one on top. */
  close: () => void;
  /** Closes it together with the layer below it, which has opened it. */
  drop: (() => void) | null;
}

/** The open layers, the last one on top: it alone shows. The page does not scroll behind them. */
class Layers extends Store<readonly Layer[]> {
  /** What had the focus before the first of a chain of layers opened. */
  #opener: Element | null = null;
  /** Runs once the last one of a chain is closed: the next one may open in its place. */
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** Runs once the focus has come into the first one. */
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

  /** A dialog of the screen, such as one that its address opens, comes below what was opened over the screen. */
  #with(layer: Layer): readonly Layer[] {
    const hosted = layer.drop ? -1 : this.get().findIndex(({ drop }) => drop !== null);
    return hosted < 0 ? [...this.get(), layer] : this.get().toSpliced(hosted, 0, layer);
  }

  #begin(): void {
    this.#opener = document.activeElement;
    window.addEventListener('keydown', this.#onKey, true);
    window.addEventListener('focusin', this.#onFocus);
    const bar = window.innerWidth - document.documentElement.clientWidth;
    // The room of the scroll bar stays, so that nothing moves.
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
    // The opener can be gone, such as a deleted card.
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : main)?.focus({ preventScroll: true });
  }

  readonly #onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[data-layer]'))
      this.#hiding ??= setTimeout(() => setBehind(true), SAID_MS);
  };

  readonly #onKey = ({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing) return;
    // Mantine's mark on a field whose list is open: Esc closes that list alone.
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    this.get().at(-1)?.close();
  };
}

export const layers = new Layers([]);

/** The screen behind: neither read nor reached, unlike the messages beside it. */
function setBehind(inert: boolean): void {
  const screen = document.getElementById('root');
  if (screen) screen.inert = inert;
}

/** Marks the focused field of a dialog, which gets the focus again when the dialog shows again. */
function markFocus(): void {
  const focused = document.activeElement;
  const dialog = focused?.closest('[role="dialog"]');
  if (!focused || !dialog || focused === dialog) return;
  for (const marked of dialog.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  focused.setAttribute('data-autofocus', 'true');
}
