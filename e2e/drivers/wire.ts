export interface Message {
  type?: string;
  id?: number | undefined;
  method?: string;
  params?: object;
  result?: object;
}

export interface Transport {
  send: (message: Message) => void;
  onmessage?: (message: Message) => void;
}

/** Changes a message, possibly after sending commands of its own; later messages wait until it is done. */
type Change = (message: Message) => Promise<void> | undefined;

/** The first id for commands that do not come from Playwright. */
const FIRST_ID = 1_000_000_000;

/** The connection between Playwright and a driver, whose messages can be changed. */
export class Wire {
  readonly #send: Transport['send'];
  readonly #asked = new Map<number, (reply: Message) => void>();
  #tell: Transport['onmessage'];
  #lastId = FIRST_ID;

  /** `unknown` lists commands that a driver may not support: they report success without being sent. */
  constructor(transport: Transport, changes: { sent: Change; received: Change; unknown: readonly string[] }) {
    this.#send = transport.send.bind(transport);
    const send = inTurn(changes.sent, this.#send);
    transport.send = (message) => {
      if (!changes.unknown.includes(message.method ?? '')) return send(message);
      queueMicrotask(() => this.#tell?.({ type: 'success', id: message.id, result: {} }));
    };
    const tell = inTurn(changes.received, (message) => this.#tell?.(message));
    const receive = (message: Message): void => (this.#asked.get(message.id ?? 0) ?? tell)(message);
    Object.defineProperty(transport, 'onmessage', {
      get: () => receive,
      set: (given) => {
        this.#tell = given;
      },
    });
  }

  /** Sends a command that Playwright does not know of and returns its result, or an empty one if it failed. */
  async ask(method: string, params: object): Promise<object> {
    const id = (this.#lastId += 1);
    const reply = Promise.withResolvers<Message>();
    this.#asked.set(id, reply.resolve);
    this.#send({ id, method, params });
    const { result } = await reply.promise;
    this.#asked.delete(id);
    return result ?? {};
  }
}

function inTurn(change: Change, pass: (message: Message) => void): (message: Message) => void {
  let queue: Promise<void> | null = null;
  return (message) => {
    const changing = queue === null ? change(message) : queue.then(() => change(message));
    if (changing === undefined) return pass(message);
    const wait = async (): Promise<void> => {
      // If the change fails, the message is passed on unchanged, so that later ones do not wait for ever.
      await changing.catch(() => undefined);
      pass(message);
      if (queue === done) queue = null;
    };
    const done: Promise<void> = wait();
    queue = done;
  };
}
