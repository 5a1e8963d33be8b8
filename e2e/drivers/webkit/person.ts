import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Classic } from './classic.ts';
import { PersonsProxy } from './proxy.ts';
import { Window } from './window.ts';

type Emit = (method: string, params: object) => void;

const BARE_BROWSER = join(import.meta.dirname, 'bare-browser.py');

/** A BiDi user context: a separate browser, which starts with its first window. */
export class Person {
  readonly id: string;
  readonly windows = new Map<string, Window>();
  readonly proxy: PersonsProxy;
  size = { width: 1280, height: 860 };
  timeZone = 'Europe/Moscow';
  /** The folder where Playwright looks for downloads. */
  downloads = '';
  readonly #preloads = new Map<string, string>();
  readonly #emit: Emit;
  readonly #profile: string;
  #folder = '';
  #classic: Classic | null = null;
  #opening: Promise<unknown> = Promise.resolve();
  #watcher: FSWatcher | null = null;
  /** A spare window, not yet reported to Playwright: it keeps the browser alive after the last reported one closes. */
  #spare: unknown = null;
  /** The window used last; the proxy attributes requests to it. */
  #current: Window | null = null;

  /** @param profile the folder of a profile that outlives this browser */
  constructor(id: string, emit: Emit, profile = '') {
    this.id = id;
    this.#profile = profile;
    this.#emit = emit;
    this.proxy = new PersonsProxy(emit, () => ({
      id: this.#current?.id ?? '',
      navigation: this.#current?.navigation ?? null,
    }));
  }

  use(window: Window): void {
    this.#current = window;
  }

  /** Windows open one after another: the first one starts the browser, and any other needs an open window. */
  openWindow(): Promise<Window> {
    const opened = this.#opening.then(() => this.#openWindow());
    this.#opening = opened.catch(() => undefined);
    return opened;
  }

  async #openWindow(): Promise<Window> {
    const classic = (this.#classic ??= await this.#start());
    const opened = this.#spare ?? (await this.#newWindow(classic));
    this.#spare = null;
    const window = new Window(String(opened), classic, this.#emit);
    this.windows.set(window.id, window);
    this.#current = window;
    await this.resize(window, this.size);
    await window.open(this.id);
    return window;
  }

  async resize(window: Window, size: Person['size']): Promise<void> {
    await window.command('POST', '/window/rect', { x: 0, y: 0, ...size });
  }

  async closeWindow(window: Window): Promise<void> {
    // Closing its last window ends the browser and deletes its storage.
    if (this.windows.size === 1 && this.#classic !== null) this.#spare = await this.#newWindow(this.#classic);
    await window.command('DELETE', '/window');
    this.windows.delete(window.id);
    window.close();
  }

  async preload(id: string, text: string | null): Promise<void> {
    if (text === null) this.#preloads.delete(id);
    else this.#preloads.set(id, text);
    if (this.#folder !== '') await this.#writePreloads();
  }

  async stop(): Promise<void> {
    await this.#end();
    for (const window of this.windows.values()) window.close();
    this.windows.clear();
    this.proxy.stop();
  }

  async #start(): Promise<Classic> {
    this.#folder = await mkdtemp(join(tmpdir(), 'kabinet-webkit-'));
    await this.#writePreloads();
    const downloads = join(this.#folder, 'downloads');
    await mkdir(downloads);
    this.#watcher = watch(downloads, (_, name) => void this.#tellDownload(downloads, name ?? ''));
    return Classic.start(BARE_BROWSER, await this.proxy.start(), {
      ...process.env,
      TZ: this.timeZone,
      PROFILE: this.#profile === '' ? this.#folder : this.#profile,
      PRELOAD: this.#preloadFile,
      DOWNLOADS: downloads,
      GTK_THEME: 'Adwaita',
      XDG_CONFIG_HOME: join(import.meta.dirname, 'config'),
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    });
  }

  async #end(): Promise<void> {
    this.#watcher?.close();
    await this.#classic?.stop();
    this.#classic = null;
    this.#spare = null;
    if (this.#folder !== '') await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    this.#folder = '';
  }

  async #tellDownload(folder: string, suggestedFilename: string): Promise<void> {
    if (suggestedFilename.endsWith('.part')) return;
    await copyFile(join(folder, suggestedFilename), join(this.downloads, suggestedFilename));
    const params = { context: this.#current?.id, download: randomUUID(), url: '', navigation: null };
    this.#emit('browsingContext.downloadWillBegin', { ...params, suggestedFilename });
    this.#emit('browsingContext.downloadEnd', { ...params, status: 'complete' });
  }

  /** A browser starts with one window; later ones are created from an open window. */
  async #newWindow(classic: Classic): Promise<unknown> {
    const [open] = this.windows.keys();
    if (open === undefined) return Reflect.get(Object(await classic.command('', 'GET', '/window/handles')), 0);
    return Reflect.get(Object(await classic.command(open, 'POST', '/window/new', { type: 'window' })), 'handle');
  }

  get #preloadFile(): string {
    return join(this.#folder, 'preload.json');
  }

  async #writePreloads(): Promise<void> {
    await writeFile(this.#preloadFile, JSON.stringify([...this.#preloads.values()].map((text) => `(${text})()`)));
  }
}
