import type { FastifyInstance } from 'fastify';
import { startRoundRobin } from '#proofs/support/round-robin.ts';

interface Node {
  url: string;
  app: FastifyInstance;
}

interface Site extends Node {
  /** The address of one node past the proxy, which can lose a response that comes before the whole body has arrived. */
  direct: string;
  close(): Promise<void>;
}

/**
 * Joins several nodes into one site: network and injected requests go to each in turn, and closing `app` closes all.
 */
export async function joinNodes(nodes: readonly [Node, ...Node[]]): Promise<Site> {
  const [first] = nodes;
  if (nodes.length === 1) return { url: first.url, direct: first.url, app: first.app, close: async () => undefined };
  const proxy = await startRoundRobin(nodes.map(({ url }) => url));
  let turn = 0;
  const app = new Proxy(first.app, {
    get(target, name) {
      if (name === 'close') return () => Promise.all(nodes.map((node) => node.app.close()));
      if (name !== 'inject') return Reflect.get(target, name);
      turn += 1;
      const next = nodes[turn % nodes.length] ?? first;
      return next.app.inject.bind(next.app);
    },
  });
  return { url: proxy.url, direct: first.url, app, close: () => proxy.close() };
}
