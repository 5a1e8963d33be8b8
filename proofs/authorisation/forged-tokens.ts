import fc from 'fast-check';
import { drawn } from '#proofs/support/seed.ts';
import { ask } from '#proofs/support/ask.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

const REFRESH = { method: 'POST', url: '/api/collections/users/auth-refresh' } as const;

/** Sends mutated forms of a valid token to the server; `accepted` are those that the server accepts. */
export async function forgeTokens(
  { app, context }: TestServer,
  count: number,
): Promise<{ sent: number; accepted: string[] }> {
  const token = await tokenOf(context, await plantPractice(context.db, 'zoya'));
  if ((await ask(app, { ...REFRESH, token })).status !== 200) throw new Error('The token itself is not accepted.');
  const accepted: string[] = [];
  let sent = 0;
  // A header cannot hold line breaks, and HTTP strips blanks around its value.
  const character = fc.constantFrom(...Array.from('ABCZabcz0189-_=.+/é'));
  const edit = fc.record({
    at: fc.nat(token.length),
    remove: fc.nat(3),
    insert: fc.array(character, { maxLength: 3 }),
  });
  const mutated = fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((edits) =>
      edits.reduce(
        (text, { at, remove, insert }) => text.slice(0, at) + insert.join('') + text.slice(at + remove),
        token,
      ),
    )
    .filter((text) => text !== token);
  for (const candidate of drawn(mutated, count)) {
    const { status, headers } = await ask(app, { ...REFRESH, token: candidate });
    sent += 1;
    if (status !== 401 || headers['www-authenticate'] !== 'Bearer error="invalid_token"') accepted.push(candidate);
  }
  return { sent, accepted };
}
