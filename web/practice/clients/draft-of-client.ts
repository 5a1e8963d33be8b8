/** Returns the name of a client form's drafts; 'new' for a new client. */
export function draftOfClient(id: string): string {
  return `client-${id}`;
}
