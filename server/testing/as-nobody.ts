const NOBODY = 65_534;

/** Runs something with the rights of a user who owns nothing: root, as whom tests may run, is refused nothing. */
export async function asNobody<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
