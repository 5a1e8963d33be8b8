import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface RoundRobin {
  url: string;
  /** Sets the servers that receive requests from now on. */
  use(urls: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy that sends every request to the next of several servers, and a stream's requests to the server that
 * opened it.
 */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  let nodes = urls;
  let turn = 0;
  const server = createServer((asked, answer) => {
    turn += 1;
    pass(asked, answer, new URL(nodes[turn % nodes.length] ?? ''), agent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    use(chosen) {
      nodes = chosen;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, { hostname, port }: URL, agent: Agent): void {
  const { method, url, rawHeaders } = asked;
  const passed = request({ hostname, port, method, path: url, headers: rawHeaders, agent }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.statusMessage, answered.rawHeaders);
    // A stream begins with its headers, not with its first event.
    answer.flushHeaders();
    answered.pipe(answer);
    answered.on('error', () => answer.destroy());
  });
  passed.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}
