/** A value of BiDi's `script` module. */
export interface RemoteValue {
  type: string;
  value?: unknown;
  handle?: string;
  sharedId?: string;
}

/** The page state that every call returns: the server detects navigations by `document` and `href`. */
export interface State {
  document: string;
  href: string;
  /** How many times the history moved within the document, which the address does not always show. */
  moves: number;
  ready: string;
}

export interface Outcome {
  state: State;
  result?: RemoteValue;
  /** The text of the thrown error. */
  thrown?: string;
  /** The number of a promise that has not settled yet. */
  pending?: number;
}

/**
 * Returns the page's part of the driver, which runs scripts by BiDi's rules: values are passed as `RemoteValue`, and
 * handles keep their values alive. Its source is sent with every call, so it uses nothing from outside.
 */
export function pageSide() {
  const there: ReturnType<typeof createPageSide> | undefined = Reflect.get(globalThis, '__driver');
  if (there !== undefined) return there;
  const made = createPageSide();
  Object.defineProperty(globalThis, '__driver', { value: made });
  return made;

  function createPageSide() {
    const document = crypto.getRandomValues(new Uint32Array(2)).join('-');
    const held = new Map<string, unknown>();
    const shared = new Map<Node, string>();
    const settled = new Map<number, Outcome>();
    const compiled = new Map<string, () => unknown>();
    let count = 0;

    const refused: (text: string) => unknown = Reflect.get(globalThis, 'eval');
    const evaluate = (text: string): unknown => (compiled.get(text) ?? (() => refused(text)))();
    Reflect.set(globalThis, 'eval', evaluate);

    // Only WebKit keeps the whitespace around a text.
    const { prototype } = HTMLElement;
    const innerText = Object.getOwnPropertyDescriptor(prototype, 'innerText') ?? {};
    const trimmed = function (this: HTMLElement): string {
      return String(innerText.get?.call(this)).replaceAll(/^[ \n]+|[ \n]+$/g, '');
    };
    Object.defineProperty(prototype, 'innerText', { ...innerText, get: trimmed });

    let moves = 0;
    addEventListener('popstate', () => (moves += 1), true);
    const state = (): State => ({ document, href: location.href, moves, ready: globalThis.document.readyState });

    const hold = (value: unknown): string => {
      const id = `${document}-${(count += 1)}`;
      held.set(id, value);
      return id;
    };

    /** A node has the same id in all handles and keeps it after they are released. */
    const share = (node: Node): string => {
      const id = shared.get(node) ?? hold(node);
      shared.set(node, id);
      return id;
    };

    const read = (given: RemoteValue): unknown => {
      const id = given.handle ?? given.sharedId;
      if (id !== undefined) return held.get(id);
      const { type, value } = given;
      if (type === 'undefined') return undefined;
      if (type === 'null') return null;
      if (type === 'number') return Number(value === '-0' ? -0 : value);
      if (type === 'bigint') return BigInt(String(value));
      if (type === 'date') return new Date(String(value));
      if (type === 'array' && Array.isArray(value)) return value.map(read);
      if (type === 'object' && Array.isArray(value)) {
        return Object.fromEntries(value.map(([key, each]: [RemoteValue, RemoteValue]) => [read(key), read(each)]));
      }
      return value;
    };

    const write = (value: unknown, isHeld: boolean, depth: number): RemoteValue => {
      if (value === null) return { type: 'null' };
      if (value === undefined) return { type: 'undefined' };
      if (typeof value === 'number') {
        const isPlain = Number.isFinite(value) && !Object.is(value, -0);
        return { type: 'number', value: isPlain ? value : Object.is(value, -0) ? '-0' : String(value) };
      }
      if (typeof value === 'bigint') return { type: 'bigint', value: String(value) };
      if (typeof value === 'string' || typeof value === 'boolean') return { type: typeof value, value };
      const handle = isHeld ? { handle: hold(value) } : {};
      if (value instanceof Node) {
        const node = { nodeType: value.nodeType, childNodeCount: 0, localName: value.nodeName.toLowerCase() };
        return { type: 'node', sharedId: share(value), value: node, ...handle };
      }
      if (typeof value === 'function' || typeof value === 'symbol') return { type: typeof value, ...handle };
      if (value instanceof Promise) return { type: 'promise', ...handle };
      if (value === globalThis) return { type: 'window', ...handle };
      if (value instanceof Error) return { type: 'error', ...handle };
      if (value instanceof Date) return { type: 'date', value: value.toISOString(), ...handle };
      if (Array.isArray(value)) {
        const items = depth > 0 ? { value: value.map((each: unknown) => write(each, false, depth - 1)) } : {};
        return { type: 'array', ...items, ...handle };
      }
      const own = (): [string, RemoteValue][] =>
        Object.entries(value).map(([key, each]) => [key, write(each, false, depth - 1)]);
      return { type: 'object', ...(depth > 0 && { value: own() }), ...handle };
    };

    const textOf = (error: unknown): string => String(error instanceof Error ? (error.stack ?? error) : error);

    /** In WebKit the first line of a stack is not the message. */
    const thrown = (error: unknown): string =>
      error instanceof Error ? `${error.name}: ${error.message}\n${textOf(error)}` : textOf(error);

    return {
      state,
      run(
        call: (...values: unknown[]) => unknown,
        texts: [string, () => unknown][],
        values: RemoteValue[],
        { isHeld, awaits, depth }: { isHeld: boolean; awaits: boolean; depth: number },
      ): Outcome {
        for (const [text, compile] of texts) compiled.set(text, compile);
        try {
          const result = call(...values.map(read));
          if (!(awaits && result instanceof Promise)) return { state: state(), result: write(result, isHeld, depth) };
          const pending = (count += 1);
          result.then(
            (value) => settled.set(pending, { state: state(), result: write(value, isHeld, depth) }),
            (error: unknown) => settled.set(pending, { state: state(), thrown: thrown(error) }),
          );
          return { state: state(), pending };
        } catch (error) {
          return { state: state(), thrown: thrown(error) };
        }
      },
      /** Returns the outcome of a promise, or its number while it is pending. */
      settle(pending: number): Outcome {
        const outcome = settled.get(pending);
        if (outcome === undefined) return { state: state(), pending };
        settled.delete(pending);
        return { ...outcome, state: state() };
      },
      element: (sharedId: string): unknown => held.get(sharedId),
      forget(handles: string[]): State {
        for (const handle of handles) held.delete(handle);
        return state();
      },
    };
  }
}
