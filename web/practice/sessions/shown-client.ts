import { CLIENT_GONE, type NamedClient, toldApart } from '#domain/clients/told-apart.ts';

/** The fields of a client's name in lists, and those that tell namesakes apart (CLIENT-13). */
export const SHOWN_CLIENT = 'expand.client.name,expand.client.namesake,expand.client.phone';

/** The name of a session's client, told apart from others of the same name. */
export function shownClient({ expand }: { expand?: { client?: NamedClient } }): string {
  return expand?.client ? toldApart(expand.client) : CLIENT_GONE;
}
