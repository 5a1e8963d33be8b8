import { hashPassword } from '#server/accounts/passwords/password.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { refusalOf } from '#proofs/support/test-server.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';

const GUESSES = 1000;
const AT_ONCE = 20;
const TRIED_MOST = 11;
const OWNER_MS = 1000;
const PASSWORD = 'correct horse battery';
const HOME = '203.0.113.7';

/**
 * A thousand guesses at one account, at every node in turn: how many are tried, and whether its owner can sign in
 * (T14).
 */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    const password_hash = await hashPassword(PASSWORD);
    for (const [from, addressOf] of [
      ['one address', () => '198.51.100.9'],
      ['a thousand addresses', (at: number) => `198.51.${at >> 8}.${at & 255}`],
    ] as const) {
      const email = `anna-${from.length}@example.org`;
      await addPractitioner(nodes.db, { email, password_hash });
      await signIn(nodes, email, PASSWORD, HOME);
      let tried = 0;
      let slowest = 0;
      for (let at = 0; at < GUESSES; at += AT_ONCE) {
        const owner = timed(() => signIn(nodes, email, PASSWORD, at % 200 === 0 ? HOME : null));
        const guesses = Array.from({ length: AT_ONCE }, async (_, index) => {
          const { status } = await refusalOf(signIn(nodes, email, 'a guess', addressOf(at + index)));
          if (status === 400) tried += 1;
        });
        await Promise.all(guesses);
        slowest = Math.max(slowest, await owner);
      }
      tell({
        what: `${GUESSES} guesses at one account from ${from}`,
        where: nodes.where,
        measured: `${tried} tried, the owner in after ${slowest.toFixed(0)} ms at most`,
        wanted: `≤ ${TRIED_MOST} tried, ≤ ${OWNER_MS} ms`,
        ok: tried > 0 && tried <= TRIED_MOST && slowest <= OWNER_MS,
      });
    }
  }
};

/** null: no sign-in this time. */
async function signIn({ callers }: Nodes, email: string, password: string, address: string | null): Promise<void> {
  if (address !== null) await callers.visitor(address).collection('users').authWithPassword(email, password);
}

async function timed(call: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}
