import { hashPassword } from '#server/accounts/passwords/password.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';
import { compareSamples } from '#proofs/torture/two-samples.ts';

const PAIRS = 400;
/** Uncounted requests that open connections and warm the code up. */
const WARM = 20;
const WANTED = { apartMs: 5, p: 0.01 };

interface Question {
  what: string;
  /**
   * The number of concurrent pairs: where a response is mostly waiting, more than one does not disturb the measurement.
   */
  lanes: number;
  path: string;
  body: (email: string) => object;
}

const USERS = '/api/collections/users';
const PASSWORD = 'no such password';

const QUESTIONS: readonly Question[] = [
  {
    what: 'signing in',
    lanes: 1,
    path: `${USERS}/auth-with-password`,
    body: (identity) => ({ identity, password: PASSWORD }),
  },
  {
    what: 'registering',
    lanes: 1,
    path: `${USERS}/records`,
    body: (email) => ({ email, password: PASSWORD, passwordConfirm: PASSWORD }),
  },
  { what: 'forgotten password', lanes: 2, path: `${USERS}/request-password-reset`, body: (email) => ({ email }) },
  { what: 'asking for verification', lanes: 2, path: `${USERS}/request-verification`, body: (email) => ({ email }) },
];

interface Answer {
  status: number;
  body: string;
  milliseconds: number;
}

/** Neither a response nor its time shows whether an address has an account (T13). */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    const hash = await hashPassword('correct horse battery');
    for (const question of QUESTIONS) {
      const known = await plant(nodes, question, hash);
      const asked = { known: [] as Answer[], unknown: [] as Answer[] };
      const lane = async (from: number): Promise<void> => {
        for (let at = from; at < known.length; at += question.lanes) {
          const unknown = `nobody-${at}-${question.lanes}@example.org`.padStart(40, 'x');
          const pair = [
            async () => asked.known.push(await ask(nodes, question, known[at] ?? '')),
            async () => asked.unknown.push(await ask(nodes, question, unknown)),
          ];
          for (const call of Math.random() < 0.5 ? pair : pair.toReversed()) await call();
        }
      };
      await Promise.all(Array.from({ length: question.lanes }, (_, from) => lane(from)));
      const [first, second] = [asked.known.slice(WARM), asked.unknown.slice(WARM)];
      const { where } = nodes;
      const bodies = new Set([...first, ...second].map(({ status, body }) => `${status} ${withoutOwn(body)}`));
      tell({
        what: `${question.what}: answers to known and unknown addresses`,
        where,
        measured: `${first.length} pairs, ${bodies.size} kind${bodies.size === 1 ? '' : 's'} of answer`,
        wanted: '1 kind',
        ok: bodies.size === 1 && first.length >= PAIRS,
      });
      const { apart, p } = compareSamples(first.map(timeOf), second.map(timeOf));
      tell({
        what: `${question.what}: their times`,
        where,
        measured: `medians ${apart.toFixed(2)} ms apart, p = ${p.toFixed(3)}`,
        wanted: `< ${WANTED.apartMs} ms, p > ${WANTED.p}`,
        ok: apart < WANTED.apartMs && p > WANTED.p,
      });
    }
  }
};

function timeOf({ milliseconds }: Answer): number {
  return milliseconds;
}

/**
 * Creates accounts not used by earlier requests. Those for verification requests are unverified and not newly
 * registered.
 */
async function plant({ db }: Nodes, { path }: Question, password_hash: string): Promise<string[]> {
  const emails: string[] = [];
  for (let at = 0; at < PAIRS + WARM; at += 1) {
    const email = `known-${at}-${path.length}@example.org`.padStart(40, 'x');
    const verified = path.endsWith('verification') ? 0 : 1;
    await addPractitioner(db, { email, verified, password_hash, created: '2026-01-01 09:00:00.000Z' });
    emails.push(email);
  }
  return emails;
}

let callers = 0;

async function ask({ urls }: Nodes, { path, body }: Question, email: string): Promise<Answer> {
  callers += 1;
  const began = performance.now();
  const response = await fetch((urls[0] ?? '') + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.${18 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`,
    },
    body: JSON.stringify(body(email)),
  });
  const text = await response.text();
  return { status: response.status, body: text, milliseconds: performance.now() - began };
}

/** A registration returns a record with its own id, name and times. */
function withoutOwn(body: string): string {
  return body.replaceAll(/"(?:id|name|created|updated)":"[^"]*"/g, '');
}
