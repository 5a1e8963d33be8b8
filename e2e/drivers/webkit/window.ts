import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Classic, ClassicError } from './classic.ts';
import { evaluatedTexts } from './script-texts.ts';
import { type Outcome, pageSide, type RemoteValue, type State } from './in-page.ts';

type Emit = (method: string, params: object) => void;

/** How often a window is polled for its state; every call returns the state too. */
const POLL_MS = 100;
const SETTLE_MS = 20;
const DEPTH = 100;

export interface Call {
  /** The source of a function. */
  text: string;
  values: RemoteValue[];
  isHeld: boolean;
  awaits: boolean;
  isShallow: boolean;
}

/** One window of a person's browser, as a BiDi browsing context. */
export class Window {
  readonly id: string;
  /** The requested navigation that has not happened yet. */
  navigation: string | null = null;
  readonly #classic: Classic;
  readonly #emit: Emit;
  #state: State = { document: '', href: 'about:blank', moves: 0, ready: '' };
  #heardAt = 0;
  #isClosed = false;
  #hasPrompt = false;

  constructor(id: string, classic: Classic, emit: Emit) {
    this.id = id;
    this.#classic = classic;
    this.#emit = emit;
  }

  /** Reports the window with its empty page, then everything that happens in it. */
  async open(userContext: string): Promise<void> {
    this.#emit('browsingContext.contextCreated', {
      context: this.id,
      userContext,
      url: 'about:blank',
      parent: null,
      originalOpener: null,
      children: [],
      clientWindow: this.id,
    });
    await this.#look();
    void this.#poll();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#emit('browsingContext.contextDestroyed', { context: this.id, parent: null, url: this.#state.href });
  }

  command(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> {
    return this.#guarded(() => this.#classic.command(this.id, method, path, body));
  }

  realm(sandbox = ''): string {
    return `${this.id} ${this.#state.document} ${sandbox}`;
  }

  /** A navigation within the document has no id. */
  async navigate(url: string): Promise<string | null> {
    const [before, fragment] = url.split('#');
    const isWithin = fragment !== undefined && before === this.#state.href.split('#')[0];
    this.navigation = isWithin ? null : randomUUID();
    const { navigation } = this;
    if (navigation !== null) this.#emit('browsingContext.navigationStarted', { context: this.id, navigation, url });
    await this.command('POST', '/url', { url });
    return navigation;
  }

  async call({ text, values, isHeld, awaits, isShallow }: Call): Promise<Outcome> {
    const options = { isHeld, awaits, depth: isShallow ? 0 : DEPTH };
    const texts = new Set(evaluatedTexts(values));
    const compiled = [...texts].map((each) => `[${JSON.stringify(each)}, () => (${each.replace(/;\s*$/, '')})]`);
    let outcome = await this.#run(`run((${text}), [${compiled.join()}], ...arguments)`, [values, options]);
    const began = this.#state.document;
    while (outcome.pending !== undefined) {
      await sleep(SETTLE_MS);
      outcome = await this.#run('settle(arguments[0])', [outcome.pending]);
      if (outcome.state.document !== began) return { ...outcome, thrown: 'Error: the document is gone' };
    }
    // A page cannot know the id of its window.
    if (outcome.result?.type === 'window') outcome.result.value = { context: this.id };
    return outcome;
  }

  async element(sharedId: string): Promise<string> {
    const element = await this.command('POST', '/execute/sync', {
      script: `return (${pageSide.toString()})().element(arguments[0])`,
      args: [sharedId],
    });
    return String(Object.values(Object(element))[0]);
  }

  async forget(handles: string[]): Promise<void> {
    await this.#script('forget(arguments[0])', [handles]).catch(() => undefined);
  }

  async answerPrompt(accepts: boolean, text: string | undefined): Promise<void> {
    if (text !== undefined)
      await this.#classic.command(this.id, 'POST', '/alert/text', { text }).catch(() => undefined);
    await this.#classic.command(this.id, 'POST', accepts ? '/alert/accept' : '/alert/dismiss');
    this.#hasPrompt = false;
    this.#emit('browsingContext.userPromptClosed', { context: this.id, accepted: accepts });
  }

  async #run(call: string, values: unknown[]): Promise<Outcome> {
    const outcome = await this.#script(call, values);
    this.#hear(outcome.state);
    return outcome;
  }

  async #script(call: string, values: unknown[]): Promise<Outcome> {
    const script = `return (${pageSide.toString()})().${call}`;
    const value = await this.command('POST', '/execute/sync', { script, args: values });
    return value as Outcome;
  }

  /** An open alert, confirm or prompt blocks every command until it is closed. */
  async #guarded(command: () => Promise<unknown>): Promise<unknown> {
    for (;;) {
      try {
        return await command();
      } catch (error) {
        if (!(error instanceof ClassicError) || error.code !== 'unexpected alert open' || this.#isClosed) throw error;
        await this.#tellPrompt();
        await sleep(SETTLE_MS);
      }
    }
  }

  async #tellPrompt(): Promise<void> {
    if (this.#hasPrompt) return;
    this.#hasPrompt = true;
    const message = String(await this.#classic.command(this.id, 'GET', '/alert/text').catch(() => ''));
    const type = message === '' ? 'beforeunload' : 'confirm';
    this.#emit('browsingContext.userPromptOpened', { context: this.id, type, message, handler: 'ignore' });
  }

  async #poll(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(POLL_MS);
      if (performance.now() - this.#heardAt >= POLL_MS) await this.#look().catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const state = await this.command('POST', '/execute/sync', {
      script: `return (${pageSide.toString()})().state()`,
      args: [],
    });
    this.#hear(state as State);
  }

  /** Emits what has happened since the last state. */
  #hear(state: State): void {
    this.#heardAt = performance.now();
    const before = this.#state;
    const context = this.id;
    const { href: url } = state;
    if (state.document !== before.document) {
      const navigation = this.navigation ?? randomUUID();
      if (before.document !== '') {
        for (const realm of [this.realm(), this.realm('sandbox')]) this.#emit('script.realmDestroyed', { realm });
        this.#emit('browsingContext.navigationCommitted', { context, navigation, url, timestamp: Date.now() });
      }
      this.#state = { ...state, ready: '' };
      this.navigation = null;
      this.#emit('script.realmCreated', { realm: this.realm(), type: 'window', context, origin: 'null' });
    } else if (url !== before.href || state.moves !== before.moves) {
      this.#emit('browsingContext.historyUpdated', { context, url, timestamp: Date.now() });
    }
    const { ready } = this.#state;
    this.#state = state;
    if (before.document === '' || state.ready === ready) return;
    const params = { context, navigation: null, url, timestamp: Date.now() };
    if (ready !== 'interactive') this.#emit('browsingContext.domContentLoaded', params);
    if (state.ready === 'complete') this.#emit('browsingContext.load', params);
  }
}
