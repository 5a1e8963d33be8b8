import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CERTIFICATE, PRIVATE_KEY } from '#proofs/support/tls-front.ts';

export type Behaviour =
  | 'accept'
  /** 451 to the recipient. */
  | 'busy'
  /** `refusal` to the recipient. */
  | 'refuse'
  /** 550 to the sender. */
  | 'refuse-sender'
  /** Closes at once. */
  | 'hang-up'
  /** Closes instead of asking for the letter. */
  | 'drop'
  /** Takes the whole letter and responds after `hangMs`. */
  | 'hang'
  /** Takes the whole letter and closes without a response. */
  | 'take-and-hang-up'
  /** Takes the whole letter and never responds. */
  | 'take-and-keep-silent'
  /** Never greets. */
  | 'silent';

export interface FakeSmtp extends AsyncDisposable {
  url: string;
  /** Of the next connections, or of each. */
  behaviour: Behaviour | (() => Behaviour);
  hangMs: number;
  /** What 'refuse' replies. */
  refusal: string;
  /** Letters received whole, acknowledged or not. */
  taken: string[];
  /** Resolves when the next letter is received whole. */
  nextTaken(): Promise<string>;
  connections: number;
  /** How many of them are encrypted. */
  encrypted: number;
  /** The file of the certificate that the next connections show. */
  certificate: string;
  /** Every line outside of a letter. */
  commands: string[];
}

/** How connections are encrypted, by a self-signed certificate of localhost. */
export type Encryption = 'none' | 'STARTTLS' | 'from the start';

/** A misbehaving mail server on loopback; each connection waits for `held` first. */
export async function startFakeSmtp(
  behaviour: FakeSmtp['behaviour'] = 'accept',
  held?: Promise<void>,
  encryption: Encryption = 'none',
): Promise<FakeSmtp> {
  const sockets = new Set<Socket>();
  const waiting: ((letter: string) => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    fake.connections += 1;
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const take = (letter: string): void => {
      fake.taken.push(letter);
      waiting.splice(0).forEach((notify) => notify(letter));
    };
    const begin = (): void => {
      const hasBegun = encryption === 'from the start';
      const line = hasBegun ? encrypted(socket, fake) : socket;
      converse(line, fake, { take, offersTls: encryption === 'STARTTLS', greets: true });
    };
    if (held) void held.then(begin);
    else begin();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const fake: FakeSmtp = {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    behaviour,
    hangMs: 60_000,
    refusal: '550 nobody',
    taken: [],
    nextTaken: () => new Promise((resolve) => waiting.push(resolve)),
    connections: 0,
    encrypted: 0,
    certificate: CERTIFICATE,
    commands: [],
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function encrypted(socket: Socket, fake: FakeSmtp): Socket {
  const [key, cert] = [readFileSync(PRIVATE_KEY), readFileSync(fake.certificate)];
  const line = new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
  return line.once('secure', () => (fake.encrypted += 1));
}

interface Talk {
  take: (letter: string) => void;
  offersTls: boolean;
  greets: boolean;
}

function converse(socket: Socket, fake: FakeSmtp, { take, offersTls, greets }: Talk): void {
  const behaviour = typeof fake.behaviour === 'function' ? fake.behaviour() : fake.behaviour;
  if (behaviour === 'hang-up') return void socket.destroy();
  const answer = (line: string): void => void socket.write(`${line}\r\n`);
  let received = '';
  let inLetter = false;
  if (greets && behaviour !== 'silent') answer('220 fake');
  const hear = (chunk: Buffer): void => {
    received += chunk.toString('utf8');
    for (;;) {
      const end = received.indexOf(inLetter ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const text = received.slice(0, end);
      received = received.slice(end + (inLetter ? 5 : 2));
      if (inLetter) {
        inLetter = false;
        take(text);
        if (behaviour === 'take-and-hang-up') socket.destroy();
        else if (behaviour === 'hang') setTimeout(() => answer('250 taken'), fake.hangMs).unref();
        else if (behaviour !== 'take-and-keep-silent') answer('250 taken');
      } else {
        fake.commands.push(text);
        const command = text.slice(0, 4).toUpperCase();
        if (command === 'DATA' && behaviour === 'drop') return void socket.destroy();
        if (command === 'STAR' && offersTls) {
          socket.off('data', hear);
          socket.pause();
          answer('220 go ahead');
          return converse(encrypted(socket, fake), fake, { take, offersTls: false, greets: false });
        }
        inLetter = command === 'DATA';
        if (command === 'EHLO' && offersTls) answer('250-fake\r\n250 STARTTLS');
        else answer(command === 'RCPT' && behaviour === 'refuse' ? fake.refusal : replyTo(command, behaviour));
      }
    }
  };
  socket.on('data', hear);
}

function replyTo(command: string, behaviour: Behaviour): string {
  if (command === 'EHLO') return '250-fake\r\n250 AUTH PLAIN';
  if (command === 'AUTH') return '235 come in';
  // EHLO does not offer it, and the server refuses clients that send it anyway.
  if (command === 'STAR') return '502 no';
  if (command === 'DATA') return '354 go on';
  if (command === 'QUIT') return '221 bye';
  if (command === 'MAIL' && behaviour === 'refuse-sender') return '550 not from here';
  if (command === 'RCPT' && behaviour === 'busy') return '451 later';
  return '250 ok';
}
