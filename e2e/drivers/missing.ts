import { type Message, type Transport, Wire } from '#e2e/drivers/wire.ts';

/** Bodies of requests that Playwright has not been notified of yet. */
const bodies = new Map<string, Buffer>();

/** Adds what Playwright or the driver leaves out of the messages between them. */
export function addMissing(transport: Transport): void {
  // The active tab: in an inactive one Firefox delays a click by seconds or ignores keys.
  let front: unknown = null;
  const wire = new Wire(transport, {
    // Playwright sends it for every new context.
    unknown: ['emulation.setMediaFeaturesOverride'],
    sent({ method, params }) {
      const { context, dataTypes } = Object(params);
      if (method === 'network.addDataCollector') dataTypes.push('request');
      if (method === 'browsingContext.create') front = null;
      if (method === 'browsingContext.activate') front = context;
      if (method !== 'input.performActions' || context === front) return undefined;
      front = context;
      return wire.ask('browsingContext.activate', { context }).then(() => undefined);
    },
    received(message) {
      nameDownload(message);
      const request = requestWithBody(message);
      return request === null ? undefined : fetchBody(wire, request);
    },
  });
}

/** Adds the stored body to each request of a page before its event is published. */
export function giveBodies(requests: Map<string, { request: object }>): void {
  const set = requests.set.bind(requests);
  requests.set = (id, one) => {
    const body = bodies.get(id);
    if (body !== undefined) Reflect.set(one.request, '_postData', body);
    bodies.delete(id);
    return set(id, one);
  };
}

/** Returns the id of the request that an event announces, if it has a body. */
function requestWithBody({ method, params }: Message): string | null {
  if (method !== 'network.beforeRequestSent') return null;
  const { request } = Object(params);
  return request.bodySize > 0 ? request.request : null;
}

/**
 * Fetches the body of a request before Playwright is notified of the request: Playwright's client requests no bodies.
 */
async function fetchBody(wire: Wire, request: string): Promise<void> {
  const { bytes } = Object(await wire.ask('network.getData', { request, dataType: 'request' }));
  if (bytes !== undefined) bodies.set(request, Buffer.from(bytes.value, bytes.type === 'base64' ? 'base64' : 'utf8'));
}

/**
 * A download started by the page belongs to no navigation, and Firefox gives it no other id by which Playwright could
 * match its end.
 */
function nameDownload({ method, params }: Message): void {
  if (method !== 'browsingContext.downloadWillBegin' && method !== 'browsingContext.downloadEnd') return;
  const { download, navigation, url } = Object(params);
  Object.assign(Object(params), { download: download ?? navigation ?? url });
}
