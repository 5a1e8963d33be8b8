import { randomUUID } from 'node:crypto';
import type { RemoteValue } from './in-page.ts';
import { Person } from './person.ts';
import type { Decision, Header } from './proxy.ts';
import type { Call, Window } from './window.ts';

type Emit = (method: string, params: object) => void;

/** Parameters of BiDi's commands, as far as they are used here. */
export interface Params {
  context: string;
  contexts?: string[];
  userContext?: string;
  userContexts?: string[];
  url: string;
  delta: number;
  accept: boolean;
  userText?: string;
  viewport: Person['size'] | null;
  timezone: string;
  functionDeclaration: string;
  expression: string;
  arguments?: RemoteValue[];
  awaitPromise: boolean;
  resultOwnership?: string;
  serializationOptions?: { maxObjectDepth?: number };
  target: { context: string; sandbox?: string };
  handles: string[];
  script: string;
  actions: { type: string; actions: { x?: number; y?: number; duration?: number }[] }[];
  element: { sharedId: string };
  files: string[];
  headers: Header[];
  phases: string[];
  intercept: string;
  request: string;
  dataType?: string;
  method?: string;
  body?: { type: string; value: string };
  statusCode: number;
  networkConditions: object | null;
  downloadBehavior: { destinationFolder?: string };
}

/** The browser's default profile; every other user context is isolated from it and from the others. */
const DEFAULT = 'default';

type Command = (params: Params) => Promise<object> | object;

/** Commands that need no action: this browser does it anyway, or has no use for it. */
const NOTHING = [
  'session.subscribe',
  'network.addDataCollector',
  'network.setCacheBehavior',
  'browsingContext.activate',
  'emulation.setLocaleOverride',
  'emulation.setScreenOrientationOverride',
  'emulation.setScreenSettingsOverride',
];

/** The BiDi commands that Playwright sends, implemented with classic WebDriver. */
export function commandsOn(emit: Emit, profile: string): Record<string, Command> {
  const people = new Map([[DEFAULT, new Person(DEFAULT, emit, profile)]]);

  const personOf = ({ userContexts, userContext }: Pick<Params, 'userContexts' | 'userContext'>): Person => {
    const person = people.get(userContexts?.[0] ?? userContext ?? DEFAULT);
    if (person === undefined) throw new Error('no such user context');
    return person;
  };

  const find = (id: string): { person: Person; window: Window } => {
    for (const person of people.values()) {
      const window = person.windows.get(id);
      if (window === undefined) continue;
      person.use(window);
      return { person, window };
    }
    throw new Error('no such frame');
  };

  const proxiesOf = ({ contexts, userContexts }: Params): Person['proxy'][] => {
    if (contexts !== undefined) return contexts.map((id) => find(id).person.proxy);
    return [...people.values()].filter(({ id }) => userContexts?.includes(id) ?? true).map(({ proxy }) => proxy);
  };

  const decide = (id: string, decision: Decision): object => {
    for (const { proxy } of people.values()) if (proxy.decide(id, decision)) return {};
    throw new Error('no such request');
  };

  const call = async ({ target, ...params }: Params, text: string): Promise<object> => {
    const { window } = find(target.context);
    const wanted: Call = {
      text,
      values: params.arguments ?? [],
      isHeld: params.resultOwnership === 'root',
      awaits: params.awaitPromise,
      isShallow: params.serializationOptions?.maxObjectDepth === 0,
    };
    const { result, thrown } = await window.call(wanted);
    const realm = window.realm(target.sandbox === undefined ? '' : 'sandbox');
    if (thrown === undefined) return { type: 'success', realm, result };
    return { type: 'exception', realm, exceptionDetails: { text: thrown, columnNumber: 0, lineNumber: 0 } };
  };

  const capabilities = { browserName: 'webkit', browserVersion: 'WebKitGTK', userAgent: '' };

  return {
    ...Object.fromEntries(NOTHING.map((method) => [method, () => ({})])),
    'session.new': () => ({ sessionId: randomUUID(), capabilities }),
    'browser.close': async () => {
      await Promise.all([...people.values()].map((person) => person.stop()));
      return {};
    },
    'browser.createUserContext': () => {
      const id = randomUUID();
      people.set(id, new Person(id, emit));
      return { userContext: id };
    },
    'browser.removeUserContext': async (params) => {
      const person = personOf(params);
      await person.stop();
      people.delete(person.id);
      return {};
    },
    'browser.setDownloadBehavior': (params) => {
      personOf(params).downloads = params.downloadBehavior.destinationFolder ?? '';
      return {};
    },
    'browsingContext.create': async (params) => ({ context: (await personOf(params).openWindow()).id }),
    'browsingContext.close': async ({ context }) => {
      const { person, window } = find(context);
      await person.closeWindow(window);
      return {};
    },
    'browsingContext.navigate': async ({ context, url }) => ({
      navigation: await find(context).window.navigate(url),
      url,
    }),
    'browsingContext.reload': async ({ context }) => {
      await find(context).window.command('POST', '/refresh');
      return {};
    },
    'browsingContext.traverseHistory': async ({ context, delta }) => {
      await find(context).window.command('POST', delta < 0 ? '/back' : '/forward');
      return {};
    },
    'browsingContext.setViewport': async ({ context, viewport, ...params }) => {
      if (viewport === null) return {};
      if (params.userContexts !== undefined) personOf(params).size = viewport;
      else await find(context).person.resize(find(context).window, viewport);
      return {};
    },
    'browsingContext.captureScreenshot': async ({ context }) => ({
      data: await find(context).window.command('GET', '/screenshot'),
    }),
    'browsingContext.handleUserPrompt': async ({ context, accept, userText }) => {
      await find(context).window.answerPrompt(accept, userText);
      return {};
    },
    'emulation.setTimezoneOverride': (params) => {
      personOf(params).timeZone = params.timezone;
      return {};
    },
    'emulation.setNetworkConditions': (params) => {
      for (const proxy of proxiesOf(params)) proxy.isOffline = params.networkConditions !== null;
      return {};
    },
    'script.evaluate': (params) => call(params, `() => (${params.expression.trim().replace(/;+$/, '')})`),
    'script.callFunction': (params) => call(params, params.functionDeclaration),
    'script.disown': async ({ target, handles }) => {
      await find(target.context).window.forget(handles);
      return {};
    },
    'script.addPreloadScript': async (params) => {
      if (params.arguments !== undefined) throw new Error('the driver cannot: functions of the test in a page');
      const script = randomUUID();
      const { person } = params.contexts ? find(params.contexts[0] ?? '') : { person: personOf(params) };
      await person.preload(script, params.functionDeclaration);
      return { script };
    },
    'script.removePreloadScript': async ({ script }) => {
      for (const person of people.values()) await person.preload(script, null);
      return {};
    },
    'input.performActions': async ({ context, actions }) => {
      const whole = (place?: number): number | undefined => (place === undefined ? undefined : Math.round(place));
      const sources = actions.map((source) => ({
        ...source,
        actions: source.actions.map((one) => ({ duration: 0, ...one, x: whole(one.x), y: whole(one.y) })),
      }));
      await find(context).window.command('POST', '/actions', { actions: sources });
      return {};
    },
    'input.setFiles': async ({ context, element, files }) => {
      const { window } = find(context);
      const id = await window.element(element.sharedId);
      await window.command('POST', `/element/${id}/value`, { text: files.join('\n') });
      return {};
    },
    'network.setExtraHeaders': (params) => {
      for (const proxy of proxiesOf(params)) proxy.headers = params.headers;
      return {};
    },
    'network.addIntercept': (params) => {
      const intercept = randomUUID();
      if (params.phases.includes('beforeRequestSent')) {
        for (const proxy of proxiesOf(params)) proxy.intercepts.set(intercept, params.contexts ?? []);
      }
      return { intercept };
    },
    'network.removeIntercept': ({ intercept }) => {
      for (const { proxy } of people.values()) proxy.intercepts.delete(intercept);
      return {};
    },
    'network.continueRequest': ({ request, url, method, headers, body }) =>
      decide(request, { ...(url && { url }), ...(method && { method }), headers, ...(body && { body }) }),
    'network.failRequest': ({ request }) => decide(request, { fails: true }),
    'network.provideResponse': ({ request, statusCode, headers, body }) =>
      decide(request, { status: statusCode, headers, ...(body && { body }) }),
    // Kabinet sets no cookies.
    'storage.getCookies': () => ({ cookies: [] }),
    'network.getData': ({ request, dataType }) => {
      for (const { proxy } of people.values()) {
        const body = (dataType === 'request' ? proxy.sent : proxy.bodies).get(request);
        if (body !== undefined) return { bytes: { type: 'base64', value: body.toString('base64') } };
      }
      throw new Error('no such data');
    },
  };
}
