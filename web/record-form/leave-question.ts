/** The parts of an address by which a form is found besides its path. */
const ADDRESS = ['client', 'session', 'day', 'note'] as const;

interface Address {
  pathname: string;
  search: Record<string, unknown>;
}

interface Guarded {
  isUnsaved: () => boolean;
  /** So much was written that throwing it away is worth a question. */
  isLong: () => boolean;
}

/** `leave` and `discard`: this is being asked. `left`: the person has decided, and is on the way out. */
type LeaveState = 'open' | 'leave' | 'discard' | 'left';

/** When a form is left with a question, and when without. */
export class LeaveQuestion {
  readonly #listeners = new Set<() => void>();
  #state: LeaveState = 'open';
  #goOn: () => void = () => undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LeaveState => this.#state;

  /** True where a link that leads away from the form waits for an answer. */
  stops({ isUnsaved }: Pick<Guarded, 'isUnsaved'>, current: Address, next: Address): boolean {
    return this.#state !== 'left' && isUnsaved() && isElsewhere(current, next);
  }

  /** Goes on with `goOn` at once where nothing would be lost that is worth a question. */
  ask(kind: 'leave' | 'discard', { isUnsaved, isLong }: Guarded, goOn: () => void): void {
    this.#goOn = goOn;
    if (kind === 'leave' ? isUnsaved() : isLong()) this.#change(kind);
    else this.go();
  }

  /** The answer is yes. */
  go(goOn: () => void = this.#goOn): void {
    this.#change('left');
    goOn();
  }

  /** The answer is no, or the form is opened again. */
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
