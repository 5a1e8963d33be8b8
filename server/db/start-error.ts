/** Why the program cannot start: one English sentence for the person who starts it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
