import { addMissing, giveBodies } from '#e2e/drivers/missing.ts';
import type { Transport } from '#e2e/drivers/wire.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type FileChooser,
  firefox,
  type LaunchOptions,
  type Page,
} from 'playwright';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Internal to Playwright's server side, which runs in this process; written against the pinned version. */
export interface Session {
  sessionId: string;
  send: (this: Session, method: string, params: object) => Promise<unknown>;
}

interface Delegate {
  rawKeyboard: { sendText(progress: unknown, text: string): Promise<void> };
  rawTouchscreen: { tap(progress: unknown, x: number, y: number): Promise<void> };
}

interface ServerType {
  connectToTransport: (transport: Transport, ...others: unknown[]) => Promise<unknown>;
}

/** What a driver does instead of Playwright. */
interface Instead {
  setMedia: (session: Session, media: Media) => Promise<void>;
}

/**
 * Launches a browser and replaces what Playwright's BiDi client lacks or what the driver cannot do: media features are
 * emulated in a way the driver supports, and `fill` inserts text as if typed, because React ignores a value that a
 * script sets.
 */
export async function launchBidi(options: LaunchOptions, instead: Instead): Promise<Browser> {
  answerInPlace();
  const browser = await firefox.launch(options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (own = {}) => mendContext(await newContext(omitPermissions(own)), own, instead);
  return browser;
}

/** Launches a browser with a profile stored in a folder. */
export async function launchBidiWithProfile(
  folder: string,
  options: LaunchOptions & BrowserContextOptions,
  instead: Instead,
): Promise<BrowserContext> {
  answerInPlace();
  return mendContext(await firefox.launchPersistentContext(folder, omitPermissions(options)), options, instead);
}

/** Patches Playwright so that `addMissing` changes every message between it and a driver. */
function answerInPlace(): void {
  const type: ServerType = Reflect.get(Object(serverSide(firefox)), '_bidiFirefox');
  if (Object.hasOwn(type, 'connectToTransport')) return;
  const connect = type.connectToTransport.bind(type);
  type.connectToTransport = (transport, ...others) => {
    addMissing(transport);
    return connect(transport, ...others);
  };
}

/** Only Chromium has permissions: here a preference or the browser's default replaces those that a journey requests. */
function omitPermissions<Options extends BrowserContextOptions>(options: Options): Omit<Options, 'permissions'> {
  const { permissions: _permissions, ...others } = options;
  return others;
}

function mendContext(context: BrowserContext, options: BrowserContextOptions, { setMedia }: Instead): BrowserContext {
  const media: Media = {
    colorScheme: options.colorScheme ?? 'light',
    forcedColors: options.forcedColors ?? 'none',
  };
  context.newCDPSession = () => Promise.reject(new Error('the driver cannot: speak the protocol of Chromium’s tools'));
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    const delegate: Delegate = Reflect.get(Object(serverSide(page)), 'delegate');
    const session: Session = Reflect.get(delegate, '_session');
    giveBodies(Reflect.get(Object(Reflect.get(delegate, '_networkManager')), '_requests'));
    delegate.rawKeyboard.sendText = async (_, text) => insertText(session, text);
    delegate.rawTouchscreen.tap = async (_, x, y) => tap(session, x, y);
    const waitForEvent = page.waitForEvent.bind(page);
    Reflect.set(page, 'waitForEvent', (...given: Parameters<typeof waitForEvent>) =>
      given.some((one: unknown) => one === 'filechooser') ? nextFileChooser(page) : waitForEvent(...given),
    );
    let current = media;
    page.emulateMedia = async (changed = {}) => {
      current = { ...current, ...changed };
      await setMedia(session, current);
    };
    await page.emulateMedia();
    return page;
  };
  return context;
}

/**
 * Waits for the click that would open a file dialog: Firefox reports only the first dialog of a field, WebKit reports
 * none.
 */
async function nextFileChooser(page: Page): Promise<Pick<FileChooser, 'setFiles'>> {
  const pressed = await page.evaluateHandle(
    () =>
      new Promise<HTMLInputElement>((resolve) => {
        const catchPress = (event: Event): void => {
          if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'file') return;
          event.preventDefault();
          document.removeEventListener('click', catchPress, true);
          resolve(event.target);
        };
        document.addEventListener('click', catchPress, true);
      }),
  );
  return { setFiles: (files) => pressed.setInputFiles(files) };
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

/** Returns the server-side counterpart of a client's object. */
function serverSide(object: Page | typeof firefox): unknown {
  return Reflect.get(object, '_connection').toImpl(object);
}
