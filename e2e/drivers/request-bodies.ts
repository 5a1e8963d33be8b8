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

/** Ids of commands that are not Playwright's. */
const FIRST_ID = 1_000_000_000;

/** Fetches the body of every request before Playwright gets to know of the request, and hands it over with it. */
export class RequestBodies {
  readonly #bodies = new Map<string, Buffer>();
  readonly #waiting = new Map<number, (reply: Message) => void>();
  #lastId = FIRST_ID;

  /** Lets the bodies come through a transport, too. */
  collect(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (message.method === 'network.addDataCollector') Object(message.params).dataTypes.push('request');
      send(message);
    };
    let tell: Transport['onmessage'];
    // What comes meanwhile stays behind the request.
    let queue: Promise<void> | null = null;
    const receive = (message: Message): void => {
      const decide = this.#waiting.get(message.id ?? 0);
      if (decide !== undefined) return decide(message);
      const id = idOfBody(message);
      if (queue === null && id === null) return tell?.(message);
      const before = queue;
      const pass = async (): Promise<void> => {
        await before;
        if (id !== null) await this.#fetch(transport, id);
        tell?.(message);
        if (queue === behind) queue = null;
      };
      const behind: Promise<void> = pass();
      queue = behind;
    };
    Object.defineProperty(transport, 'onmessage', {
      get: () => receive,
      set(given) {
        tell = given;
      },
    });
  }

  /** Completes each request of a page as soon as there is one, before anybody is told of it. */
  giveTo(requests: Map<string, { request: object }>): void {
    const set = requests.set.bind(requests);
    requests.set = (id, one) => {
      const body = this.#bodies.get(id);
      if (body !== undefined) Reflect.set(one.request, '_postData', body);
      this.#bodies.delete(id);
      return set(id, one);
    };
  }

  async #fetch(transport: Transport, request: string): Promise<void> {
    const id = (this.#lastId += 1);
    const reply = Promise.withResolvers<Message>();
    this.#waiting.set(id, reply.resolve);
    transport.send({ id, method: 'network.getData', params: { request, dataType: 'request' } });
    const { bytes } = Object((await reply.promise).result);
    this.#waiting.delete(id);
    if (bytes !== undefined)
      this.#bodies.set(request, Buffer.from(bytes.value, bytes.type === 'base64' ? 'base64' : 'utf8'));
  }
}

/** Returns the id of the request that an event announces, if it has a body. */
function idOfBody({ method, params }: Message): string | null {
  if (method !== 'network.beforeRequestSent') return null;
  const { request } = Object(params);
  return request.bodySize > 0 ? request.request : null;
}
