import type { FastifyInstance } from 'fastify';
import { isLoopback } from '#server/ground/config/loopback.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** Open at a time, a tenth of all: an office or a street behind one address stays far below. */
const MOST_OF_NETWORK = 1000;

interface Options {
  /** Whether callers come through proxies, whose connections belong to all of them. */
  behindProxies: boolean;
  most?: number;
  /** Addresses that stand for nobody in particular. */
  isExempt?: (address: string) => boolean;
}

/**
 * Bounds what one network (IPv4 address, IPv6 /64) has open at a time: connections, of which one more is closed before it costs
 * anything, or, behind proxies, requests under way with streams among them, of which one more gets a 429.
 */
export function boundNetworks(
  app: FastifyInstance,
  { behindProxies, most = MOST_OF_NETWORK, isExempt = isLoopback }: Options,
): void {
  const open = new Map<string, number>();
  /** Counts one more; returns what counts it back, or null where it is one too many. */
  const enter = (address: string): (() => void) | null => {
    const network = networkOf(address);
    const others = open.get(network) ?? 0;
    if (others >= most) return null;
    open.set(network, others + 1);
    return () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    };
  };
  if (behindProxies) {
    app.addHook('onRequest', (request, reply, done) => {
      // Without its connection it has no address.
      if (request.socket.remoteAddress === undefined) return done();
      const leave = enter(request.ip);
      if (leave) reply.raw.once('close', leave);
      done(leave ? undefined : new TooManyRequests(1));
    });
    return;
  }
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isExempt(address)) return;
    const leave = enter(address);
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}

/** Warns once where a caller who is no proxy of TRUST_PROXY says whom it speaks for: mostly a proxy that nobody named. */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && 'x-forwarded-for' in request.headers && (request.ips?.length ?? 1) === 1) {
      isTold = true;
      request.log.warn(
        'X-Forwarded-For came from an address that TRUST_PROXY does not name, and does not count: if that is your proxy, all callers share one limit',
      );
    }
    done();
  });
}
