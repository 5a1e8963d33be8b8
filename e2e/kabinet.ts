import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import PocketBase from 'pocketbase';
import { listLetters } from '#server/ground/mail/read-letters.ts';
import { launchBrowser, launchWithProfile } from '#e2e/browser.ts';
import { journey } from '#e2e/journey.ts';
import { watchForTrespasses } from '#e2e/page-faults.ts';
import type { ProofAsked } from '#domain/booking/proof-of-work.ts';
import { showWork } from '#proofs/support/booking/show-work.ts';
import { freePort } from '#proofs/support/free-port.ts';
import { endProgram, type Entry, readyWith, startProgram } from '#proofs/support/program.ts';

/** For reading letters on the page that only this machine can open. */
export const HERE = { extraHTTPHeaders: {} } satisfies BrowserContextOptions;

export const DESKTOP = { width: 1280, height: 860 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** A practitioner with an account and a signed-in browser. */
export interface Practitioner {
  email: string;
  password: string;
  id: string;
  /** Their booking page's address. */
  link: string;
  browser: BrowserContext;
  /** The sign-in as the browser stores it. */
  stored: string;
  /** Has its own sign-in; tests use it for everything that is not done in the browser. */
  api: PocketBase;
}

interface PersonOptions extends BrowserContextOptions {
  stored?: string;
}

/** The program as a stranger starts it: its own process on its own empty folder, with a real browser. */
export class Kabinet {
  url = '';
  readonly #entry: Entry;
  readonly #env: NodeJS.ProcessEnv;
  readonly #options: readonly string[];
  /** Actions that no page may take in any journey. */
  readonly #trespasses: string[] = [];
  #browser!: Browser;
  #folder!: string;
  #process!: ChildProcess;
  #printed = '';
  #opening: Promise<void> | null = null;
  #callers = 0;

  /**
   * `entry` is the program to run: as `npm start` runs it, or `demo/demo.ts` with a practice to look at; `env` is
   * added to its environment, `options` to its command. It runs after `open`.
   */
  constructor(entry: Entry = 'dist/server/main.js', env: NodeJS.ProcessEnv = {}, options: readonly string[] = []) {
    this.#entry = entry;
    this.#env = { ...env };
    this.#options = options;
  }

  static async start(...program: ConstructorParameters<typeof Kabinet>): Promise<Kabinet> {
    const kabinet = new Kabinet(...program);
    await kabinet.open();
    return kabinet;
  }

  /** Repeated calls open it once: hooks of a file run at the same time. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'kabinet-e2e-'));
    this.#process = this.#launch(await freePort());
    const [ready, browser] = await Promise.all([readyWith(this.#process), launchBrowser()]);
    this.url = ready.url;
    this.#printed = ready.printed;
    this.#browser = browser;
  }

  #launch(port: number): ChildProcess {
    return startProgram(this.#entry, { ...this.#settings(port), ...this.#env }, { args: this.#options });
  }

  #settings(port: number): NodeJS.ProcessEnv {
    const own = { DATA_DIR: this.#folder, DATABASE_URL: '', LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' };
    return { ...own, PORT: String(port) };
  }

  /** The running program's database. */
  get databaseFile(): string {
    return join(this.#folder, 'kabinet.db');
  }

  /** The address of the program's mailbox, as it printed it. */
  get mailbox(): string {
    return /\/_mail\/\S+/.exec(this.#printed)?.[0] ?? '';
  }

  /** The practitioner's password, as the demo printed it. */
  get demoPassword(): string {
    return /password: +(\S+)/.exec(this.#printed)?.[1] ?? '';
  }

  /** A person with their own browser, which shares nothing with others; `stored` is the sign-in it begins with. */
  async person({ stored, ...options }: PersonOptions = {}): Promise<BrowserContext> {
    const context = this.#watched(await this.#browser.newContext({ ...this.#ways(), ...options }));
    // Playwright's `storageState` opens a page for it, which takes half a second of the processor.
    if (stored) await context.addInitScript(storeOnce, { origin: this.url, stored });
    return context;
  }

  /** A person whose browser stores its profile in a folder on disk. */
  async personWithProfile(folder: string): Promise<BrowserContext> {
    return this.#watched(await launchWithProfile(folder, this.#ways()));
  }

  #ways(): BrowserContextOptions {
    return {
      baseURL: this.url,
      viewport: DESKTOP,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': this.#address() },
    };
  }

  #watched(context: BrowserContext): BrowserContext {
    context.setDefaultTimeout(20_000);
    watchForTrespasses(context, this.url, this.#trespasses);
    return context;
  }

  /** A practitioner with a confirmed account and a signed-in browser, without opening its pages. */
  async practitioner(email: string, options: BrowserContextOptions = {}): Promise<Practitioner> {
    const password = 'тихая-комната-7';
    const guest = this.guest();
    await guest.collection('users').create({
      email,
      password,
      passwordConfirm: password,
      name: 'Елена Рудакова',
      time_zone: 'Europe/Moscow',
    });
    const { hash } = new URL(await this.letter(email, /Подтвердите email/));
    await guest.collection('users').confirmVerification(hash.replace('#token=', ''));
    return this.enter(email, password, options);
  }

  /** Signs an account in, in a new browser. */
  async enter(email: string, password: string, options: BrowserContextOptions = {}): Promise<Practitioner> {
    const api = this.guest();
    const { record } = await api.collection('users').authWithPassword(email, password);
    const own = await this.guest().collection('users').authWithPassword(email, password);
    const profile = await api.collection('profiles').getFirstListItem(api.filter('user = {:id}', { id: record.id }));
    const stored = JSON.stringify({ token: own.token, record: own.record });
    const browser = await this.person({ ...options, stored });
    const link = `${this.url}/booking/${profile['booking_hash']}`;
    return { email, password, id: record.id, link, browser, stored, api };
  }

  /** A record API client without a sign-in. */
  guest(): PocketBase {
    const client = new PocketBase(this.url).autoCancellation(false);
    const address = this.#address();
    client.beforeSend = (url, options) => ({
      url,
      options: { ...options, headers: { ...options.headers, 'x-forwarded-for': address } },
    });
    return client;
  }

  /** Every caller gets their own address, as outside, so that no journey reaches the limits of one network. */
  #address(): string {
    this.#callers += 1;
    return `198.${18 + (this.#callers >> 8)}.${this.#callers & 255}.7`;
  }

  /** Sends a visitor's request for a time, 'YYYY-MM-DDTHH:mm' in Moscow, with work where it is asked for. */
  async ask(
    link: string,
    time: string,
    request: { name: string; phone: string; message?: string; email?: string },
  ): Promise<string> {
    const start = Temporal.PlainDateTime.from(time).toZonedDateTime('Europe/Moscow').toInstant().toString();
    const address = this.#address();
    const send = (body: object) =>
      fetch(link.replace('/booking/', '/api/booking-page/'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ start, ...request, ...body }),
      });
    let answer = await send({});
    if (answer.status === 429) {
      const { data }: { data: { proof?: { params: ProofAsked } } } = await answer.clone().json();
      if (data.proof) answer = await send({ proof: showWork(data.proof.params) });
    }
    if (!answer.ok) throw new Error(`the request was refused: ${answer.status} ${await answer.text()}`);
    const { id }: { id: string } = await answer.json();
    return id;
  }

  /** Waits for the newest letter to an address and returns its link. */
  async letter(email: string, subject: RegExp): Promise<string> {
    return /http\S+/.exec(await this.letterText(email, subject))?.[0] ?? '';
  }

  /** Waits for the newest letter to an address and returns its text. */
  async letterText(email: string, subject: RegExp): Promise<string> {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const letters = await listLetters(join(this.#folder, 'mail'));
      const found = letters.find((letter) => letter.to.includes(email) && subject.test(letter.subject));
      if (found) return found.text;
      await setTimeout(100);
    }
    throw new Error(`no letter ${subject} to ${email}`);
  }

  /** Runs an operator's command while the program runs, as the same user; returns its output. */
  async operate(...words: string[]): Promise<string> {
    const child = startProgram('server/kabinet.ts', { ...this.#settings(0), ...this.#env }, { args: words });
    let [output, beside] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (beside += chunk.toString()));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`kabinet ${words.join(' ')} ended with ${code}: ${beside}`);
    return output;
  }

  /** The program stops responding without closing connections, until `thaw`. */
  freeze(): void {
    this.#process.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process.kill('SIGCONT');
  }

  /** Kills the program without warning, until `revive`. */
  async kill(): Promise<void> {
    await endProgram(this.#process, 'SIGKILL');
  }

  /** Starts the program again, on the same port and folder; `env` changes settings of it from now on. */
  async revive(env: NodeJS.ProcessEnv = {}): Promise<void> {
    Object.assign(this.#env, env);
    this.#process = this.#launch(Number(new URL(this.url).port));
    this.#printed = (await readyWith(this.#process)).printed;
  }

  /** Throws when a page of any journey broke its own policy or sent a request to another origin. */
  async stop(): Promise<void> {
    await this.#browser.close();
    this.thaw();
    await endProgram(this.#process, 'SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
    if (this.#trespasses.length > 0) throw new Error(this.#trespasses.join('\n'));
  }
}

/** Signs a browser in with its first page; a later page finds what the program has made of it. */
function storeOnce({ origin, stored }: { origin: string; stored: string }): void {
  if (location.origin !== origin || localStorage.getItem('begun')) return;
  localStorage.setItem('begun', 'yes');
  localStorage.setItem('pocketbase_auth', stored);
}

/** Starts the program and a browser for the tests of a file, from their `before` to their `after`. */
export function onKabinet(...program: ConstructorParameters<typeof Kabinet>): Kabinet {
  const kabinet = new Kabinet(...program);
  before(() => kabinet.open());
  after(() => kabinet.stop());
  return kabinet;
}

/** Creates a practitioner for this test, a page of theirs, and the steps of a journey on it. */
export async function practice(t: TestContext, kabinet: Kabinet, name: string, options: BrowserContextOptions = {}) {
  const elena = await kabinet.practitioner(`${name}@kabinet.example`, options);
  t.after(() => elena.browser.close());
  return { elena, page: await elena.browser.newPage(), step: journey(t, name, () => [elena.browser]) };
}
