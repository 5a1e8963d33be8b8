/** The search parameters that identify a form in addition to its path. */
const ADDRESS = ['client', 'session', 'day', 'note', 'section'] as const;

interface Address {
  pathname: string;
  search: Record<string, unknown>;
}

interface Guarded {
  isUnsaved: () => boolean;
  /** Enough new text that discarding it needs a question. */
  isLong: () => boolean;
}

/** `leave` and `discard` are open questions; `left` means that the person has confirmed and is leaving. */
type LeaveState = 'open' | 'leave' | 'discard' | 'left';

/** Decides when leaving a form needs a question. */
export class LeaveQuestion {
  readonly #listeners = new Set<() => void>();
  #state: LeaveState = 'open';
  #goOn: () => void = () => undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LeaveState => this.#state;

  /** True when a link leads away from a form with unsaved values and must wait for the question. */
  stops({ isUnsaved }: Pick<Guarded, 'isUnsaved'>, current: Address, next: Address): boolean {
    return this.#state !== 'left' && isUnsaved() && isElsewhere(current, next);
  }

  /** Calls `goOn` at once when no question is needed. */
  ask(kind: 'leave' | 'discard', { isUnsaved, isLong }: Guarded, goOn: () => void): void {
    this.#goOn = goOn;
    if (kind === 'leave' ? isUnsaved() : isLong()) this.#change(kind);
    else this.go();
  }

  /** The person confirms. */
  go(goOn: () => void = this.#goOn): void {
    this.#change('left');
    goOn();
  }

  /** The person stays, or the form opens again. */
  reset(): void {
    this.#change('open');
  }

  #change(state: LeaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isElsewhere(current: Address, next: Address): boolean {
  return current.pathname !== next.pathname || ADDRESS.some((name) => current.search[name] !== next.search[name]);
}
