import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/ground/context.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { type Callers, callersOf, TRUSTED_PROXY } from '#proofs/support/test-server.ts';

/** Several nodes in one process over one PostgreSQL, each with its own connections and listeners. */
export interface TestNodes {
  urls: readonly string[];
  /** The first node's context. */
  context: Context;
  /** Callers of one node. */
  at(node: number): Callers;
  dispose(): Promise<void>;
}

export async function openTestNodes(count: number): Promise<TestNodes> {
  const data = await createTestData('postgres');
  const config = { ...data.config, trustProxy: [TRUSTED_PROXY] };
  const start = () => startServer(config, join(tmpdir(), 'no-web'));
  const first = await start();
  const nodes = [first, ...(await Promise.all(Array.from({ length: count - 1 }, start)))];
  const { context } = first;
  return {
    urls: nodes.map(({ url }) => url),
    context,
    at: (node) => callersOf([nodes[node]?.url ?? ''], context),
    async dispose() {
      await Promise.all(nodes.map((node) => node.stop()));
      await data.dispose();
    },
  };
}
