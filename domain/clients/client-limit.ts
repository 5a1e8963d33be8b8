/** Clients without an active licence, specification §9. */
export const MAX_CLIENTS = 3;

export const CLIENT_LIMIT_TEXT =
  'Достигнут лимит клиентов (3). Удалите клиента либо перейдите в профиль и оплатите лицензию.';

/** How many more clients may be added; Infinity with an active licence. An expired licence keeps all and adds none. */
export function clientsLeft(count: number, licenceActive: boolean): number {
  return licenceActive ? Infinity : Math.max(0, MAX_CLIENTS - count);
}
