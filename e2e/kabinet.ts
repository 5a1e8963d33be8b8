import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';

const ROOT = join(import.meta.dirname, '..');
const READY = /ready: (http:\S+)/;

export const DESKTOP = { width: 1280, height: 860 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** The program as a stranger starts it: an own process on an own empty folder, with a real browser before it. */
export class Kabinet {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(url: string, process: ChildProcess, browser: Browser, folder: string) {
    this.url = url;
    this.#process = process;
    this.#browser = browser;
    this.#folder = folder;
  }

  /** `entry` is the program to run: `server/main.ts`, or `server/demo.ts` with a practice to look at. */
  static async start(entry: 'server/main.ts' | 'server/demo.ts' = 'server/main.ts'): Promise<Kabinet> {
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-e2e-'));
    const port = await freePort();
    const child = spawn(process.execPath, [join(ROOT, entry)], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [url, browser] = await Promise.all([readyUrl(child), launchChromium()]);
    return new Kabinet(url, child, browser, folder);
  }

  /** A person with a browser of their own: nothing shared with any other. Failures of scripts fail the test. */
  async person(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      viewport: DESKTOP,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(10_000);
    return context;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    const closed = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.kill('SIGTERM');
    await closed;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/** Collects what a page must never do: throw, break its own policy, or ask another origin for anything. */
export function watchForFaults(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`script: ${error.error().message}`));
  context.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/i.test(message.text()))
      faults.push(`policy: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      faults.push(`origin: ${request.url()}`);
  });
  return faults;
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const url = READY.exec(output)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${output}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
