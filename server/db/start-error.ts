/** Why the program cannot start: one English sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A failure of the system (no such file, no space, no right) told as a StartError; any other error as it is. */
export function tellSystemError(error: unknown, trouble: string): unknown {
  if (error instanceof StartError || !(error instanceof Error) || !('code' in error)) return error;
  return new StartError(`${trouble} (${String(error.code)}).`);
}
