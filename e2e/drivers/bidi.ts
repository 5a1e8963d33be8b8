import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Of Playwright's server side, which runs in this process; written against the pinned version. */
export interface Session {
  sessionId: string;
  send: (this: Session, method: string, params: object) => Promise<unknown>;
}

interface Delegate {
  rawKeyboard: { sendText(progress: unknown, text: string): Promise<void> };
  rawTouchscreen: { tap(progress: unknown, x: number, y: number): Promise<void> };
}

/** What a driver does in Playwright's place. */
interface Instead {
  /** Playwright’s command for media features is not sent. */
  setMedia: (session: Session, media: Media) => Promise<void>;
}

/**
 * Mends what Playwright's client of BiDi does not do, or asks of a driver in vain: media are emulated by the driver's own
 * way, and a filled text is inserted as a person's paste, since React takes no notice of a value that a script has set.
 */
export function mendBidi(browser: Browser, { setMedia }: Instead): Browser {
  const session: Session = Reflect.get(Object(serverSide(browser, browser)), '_browserSession');
  const prototype: Session = Object.getPrototypeOf(session);
  const send = prototype.send;
  prototype.send = function (this: Session, method, params) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send.call(this, method, params);
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options: BrowserContextOptions = {}) => {
    const context = await newContext(options);
    const media = {
      colorScheme: options.colorScheme ?? 'light',
      forcedColors: options.forcedColors ?? 'none',
    } as const;
    mendPages(browser, context, media, setMedia);
    return context;
  };
  return browser;
}

/** Permissions are Chromium's alone: a preference, or the browser's own rule, stands for those that a journey asks for. */
export function withoutPermissions(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options = {}) => newContext(omitPermissions(options));
  return browser;
}

export function omitPermissions(options: BrowserContextOptions): BrowserContextOptions {
  const { permissions: _permissions, ...others } = options;
  return others;
}

function mendPages(browser: Browser, context: BrowserContext, media: Media, setMedia: Instead['setMedia']): void {
  context.newCDPSession = () => Promise.reject(new Error('the driver cannot: speak the protocol of Chromium’s tools'));
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    const delegate: Delegate = Reflect.get(Object(serverSide(browser, page)), 'delegate');
    const session: Session = Reflect.get(delegate, '_session');
    delegate.rawKeyboard.sendText = async (_, text) => insertText(session, text);
    delegate.rawTouchscreen.tap = async (_, x, y) => tap(session, x, y);
    let current = media;
    page.emulateMedia = async (changed = {}) => {
      current = { ...current, ...changed };
      await setMedia(session, current);
    };
    await page.emulateMedia();
    return page;
  };
}

async function insertText(session: Session, text: string): Promise<void> {
  await session.send('script.callFunction', {
    functionDeclaration: `(text) => document.execCommand('insertText', false, text)`,
    target: { context: session.sessionId },
    arguments: [{ type: 'string', value: text }],
    awaitPromise: false,
    userActivation: true,
  });
}

async function tap(session: Session, x: number, y: number): Promise<void> {
  const actions = [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions };
  await session.send('input.performActions', { context: session.sessionId, actions: [finger] });
}

/** Returns what a client's object stands for. */
function serverSide(browser: Browser, object: Browser | Page): unknown {
  return Reflect.get(browser, '_connection').toImpl(object);
}
