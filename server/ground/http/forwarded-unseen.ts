import type { FastifyInstance } from 'fastify';

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
