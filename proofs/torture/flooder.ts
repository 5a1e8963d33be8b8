import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

// Sends a flood from its own process, so that the measuring process is not slowed down. It receives a flood as a
// message, sends at an even rate independent of the responses, and sends back their number by status.

export interface Flood {
  url: string;
  method: 'GET' | 'POST';
  /** Sent in turn. */
  paths: string[];
  /** The number of client addresses. */
  addresses: number;
  perSecond: number;
  seconds: number;
  /** The most requests that can wait for their responses. */
  atOnce?: number;
  token?: string;
  body?: string;
}

const SOCKETS = 64;
const TICK_MS = 10;

process.once('message', (flood: Flood) => void answer(flood));

async function answer(flood: Flood): Promise<void> {
  process.send?.(await send(flood));
  process.disconnect?.();
}

async function send(flood: Flood): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const statuses: Record<string, number> = {};
  const waiting = new Set<Promise<void>>();
  const began = performance.now();
  const total = flood.perSecond * flood.seconds;
  const sendOne = async (index: number): Promise<void> => {
    const status = await one(flood, index, agent);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  for (let sent = 0; sent < total; await sleep(TICK_MS)) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * flood.perSecond));
    for (; sent < due; sent += 1) {
      // Requests that the server cannot keep up with are dropped instead of queued.
      if (waiting.size >= (flood.atOnce ?? SOCKETS * 4)) continue;
      const call: Promise<void> = sendOne(sent).finally(() => waiting.delete(call));
      waiting.add(call);
    }
  }
  await Promise.all(waiting);
  agent.destroy();
  return statuses;
}

function one({ url, method, paths, addresses, token, body }: Flood, index: number, agent: Agent): Promise<string> {
  const from = index % addresses;
  const headers = {
    'x-forwarded-for': `198.18.${from >> 8}.${from & 255}`,
    'accept-encoding': 'gzip',
    ...(token === undefined ? {} : { authorization: token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const call = request(url + (paths[index % paths.length] ?? ''), { method, headers, agent }, (response) => {
      response.resume().on('close', () => resolve(String(response.statusCode)));
    });
    call.on('error', () => resolve('broken')).end(body);
  });
}
