import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyState } from '#domain/keys/keys.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import type { TestPractitioner, TestServer } from '#proofs/support/test-server.ts';

const PASSWORD = 'ключ от сейфа 1';

/** A practitioner, signed in, who can change the key. */
export async function practitionerWithPassword(server: TestServer): Promise<TestPractitioner> {
  const { db } = server.context;
  const password_hash = await hashPassword(PASSWORD, { cost: server.context.config.passwordCost });
  const owner = await addPractitioner(db, { password_hash });
  return server.signIn({ owner, bookingHash: '', pb: server.visitor() });
}

export function changeKey({ pb }: TestPractitioner, password = PASSWORD): Promise<KeyState> {
  return pb.send<KeyState>('/api/keys/change', { method: 'POST', body: { password } });
}

/** Waits until no change of the key goes on, and returns the key's number. */
export async function settledKey({ pb }: TestPractitioner): Promise<number> {
  let state: KeyState | undefined;
  await becomes('the change of the key ends', async () => {
    state = await pb.send<KeyState>('/api/keys', {});
    return state.changing === null;
  });
  return state?.key ?? 0;
}

async function becomes(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let patience = 3000; patience > 0; patience -= 1) {
    if (await isSo()) return;
    await sleep(20);
  }
  assert.fail(`waited for too long: ${what}`);
}
