#!/usr/bin/env node
/**
 * Playwright launches this as if it were Firefox: a WebDriver BiDi server in front of WebKitGTK, whose own driver
 * speaks classic WebDriver. Journeys can thus use Playwright's own waiting and locators in WebKit too.
 */
import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import { type Params, commandsOn } from './commands.ts';

interface Socket extends EventEmitter {
  send(text: string): void;
}

interface SocketServer extends EventEmitter {
  address(): { port: number };
}

interface Sent {
  id: number;
  method: string;
  params: Params;
}

const require = createRequire(createRequire(import.meta.url).resolve('playwright'));
const {
  wsServer: Server,
}: { wsServer: new (options: object) => SocketServer } = require('playwright-core/lib/utilsBundle');

const profile = process.argv[process.argv.indexOf('--profile') + 1] ?? '';
const server = new Server({ port: 0, host: '127.0.0.1' });
server.on('listening', () =>
  process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
);
server.on('connection', (socket: Socket) => {
  const emit = (method: string, params: object): void => socket.send(JSON.stringify({ type: 'event', method, params }));
  const commands = commandsOn(emit, profile);
  const close = async (): Promise<never> => {
    await commands['browser.close']?.(Object({}));
    process.exit(0);
  };
  socket.on('close', () => void close());
  socket.on('message', (data: Buffer) => {
    const { id, method, params }: Sent = JSON.parse(data.toString());
    void perform(method, params).then((reply) => socket.send(JSON.stringify({ id, ...reply })));
    if (method === 'browser.close') void close();
  });

  async function perform(method: string, params: Params): Promise<object> {
    try {
      const command = commands[method];
      if (command === undefined) throw new Error(`the driver cannot: ${method}`);
      return { type: 'success', result: await command(params) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { type: 'error', error: message === 'no such frame' ? message : 'unknown error', message };
    }
  }
});
