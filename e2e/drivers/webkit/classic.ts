import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#proofs/support/free-port.ts';

const STARTED_IN_MS = 30_000;

/** A WebDriver error with its code. */
export class ClassicError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A classic WebDriver session with a browser of its own; its commands run one after another. */
export class Classic {
  readonly #driver: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #session = '';
  /** The window that receives commands. */
  #window = '';
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(driver: ChildProcess, port: number) {
    this.#driver = driver;
    this.#port = port;
  }

  /** Launches a program as the browser, behind an HTTP proxy. */
  static async start(binary: string, proxy: string, env: NodeJS.ProcessEnv): Promise<Classic> {
    const port = await freePort();
    const program = process.env['WEBKIT_DRIVER_PATH'] ?? 'WebKitWebDriver';
    const driver = spawn(program, [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const classic = new Classic(driver, port);
    const wanted = {
      pageLoadStrategy: 'none',
      unhandledPromptBehavior: 'ignore',
      proxy: { proxyType: 'manual', httpProxy: proxy },
      'webkitgtk:browserOptions': { binary, args: [] },
    };
    const deadline = performance.now() + STARTED_IN_MS;
    while (classic.#session === '') {
      try {
        const opened = await classic.#send('POST', '/session', { capabilities: { alwaysMatch: wanted } });
        classic.#session = String(Reflect.get(Object(opened), 'sessionId'));
      } catch (error) {
        if (error instanceof ClassicError || performance.now() > deadline) throw error;
        await sleep(50);
      }
    }
    return classic;
  }

  /** Runs a command in a window. */
  command(window: string, method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> {
    const run = async (): Promise<unknown> => {
      if (window !== '' && window !== this.#window) {
        await this.#send('POST', `/session/${this.#session}/window`, { handle: window });
        this.#window = window;
      }
      return this.#send(method, `/session/${this.#session}${path}`, body);
    };
    const done = this.#queue.then(run, run);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async stop(): Promise<void> {
    await this.#send('DELETE', `/session/${this.#session}`, {}).catch(() => undefined);
    this.#agent.destroy();
    this.#driver.kill();
    if (this.#driver.exitCode === null && this.#driver.signalCode === null) await once(this.#driver, 'exit');
  }

  async #send(method: string, path: string, body: object): Promise<unknown> {
    const payload = method === 'POST' ? JSON.stringify(body) : '';
    const call = request({ agent: this.#agent, port: this.#port, host: '127.0.0.1', method, path });
    call.setNoDelay(true);
    call.setHeader('content-length', Buffer.byteLength(payload));
    call.end(payload);
    const [response] = await once(call, 'response');
    const { value }: { value: unknown } = JSON.parse(await text(response));
    const code = Object(value).error;
    if (response.statusCode >= 400) throw new ClassicError(String(code), String(Object(value).message));
    return value;
  }
}
