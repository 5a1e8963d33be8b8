/** Returns the name of a client form's draft; 'new' for a new client. */
export function draftOfClient(id: string): string {
  return `client-${id}`;
}
