import { createHook } from 'node:async_hooks';

/** Counts the passwords that are hashed while something runs. */
export async function countHashes(run: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
  try {
    await run();
    return hashes;
  } finally {
    hook.disable();
  }
}
