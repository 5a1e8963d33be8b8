import type { FastifyInstance } from 'fastify';
import { isLoopback } from '#server/ground/config/loopback.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** Open at a time, a tenth of all; an office or a street behind one address stays far below. */
const MOST_OF_NETWORK = 1000;

interface Options {
  /** Whether callers come through proxies, so that connections belong to no single caller. */
  behindProxies: boolean;
  most?: number;
  /** Returns whether an address stands for many callers and is not limited. */
  isExempt?: (address: string) => boolean;
}

/**
 * Limits what one network (IPv4 address, IPv6 /64) may have open at a time: connections, where one too many is closed
 * before it costs anything; behind proxies requests in progress, streams included, where one too many gets a 429.
 */
export function boundNetworks(
  app: FastifyInstance,
  { behindProxies, most = MOST_OF_NETWORK, isExempt = isLoopback }: Options,
): void {
  const open = new Map<string, number>();
  /** Counts one more; returns a function that removes it from the count, or null where it is one too many. */
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
      // A request whose connection has closed has no address.
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

/** Warns once of a caller outside TRUST_PROXY that sends X-Forwarded-For: mostly a proxy that nobody configured. */
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
