/** The letters that an action can send, by subject. */
const LETTERS = {
  'session-planned': 'о\u00A0записи',
  'session-moved': 'о\u00A0новом времени',
  'session-changed': 'об\u00A0изменении',
  'session-cancelled': 'об\u00A0отмене',
  'series-planned': 'с\u00A0датами',
  'series-moved': 'о\u00A0переносе встреч',
  'series-cancelled': 'об\u00A0отмене встреч',
  'request-approved': 'с\u00A0подтверждением',
  'request-rejected': 'об\u00A0отказе',
} as const;

/** One line for several buttons beside it. */
const PRESSES = {
  repeat: 'При повторе клиенту уйдёт письмо о\u00A0записи',
  cancel: 'При отмене клиенту уйдёт письмо',
  answer: 'С\u00A0ответом клиенту уйдёт письмо',
  'repeat-untold': 'Письмо клиенту уйдёт только при\u00A0повторе',
  'repeat-cancel': 'При повторе и\u00A0отмене клиенту уйдёт письмо',
} as const;

/** For a cancelled meeting of which no letter has ever notified the client. */
export const UNTOLD = 'Письмо не\u00A0уйдёт: клиенту о\u00A0встрече ещё не\u00A0писали';

export type Leaving = keyof typeof LETTERS | keyof typeof PRESSES;

const NAMED = 3;

/** «Клиенту уйдёт письмо об отмене», «Клиентам уйдут письма об отмене» */
export function showLeaving(kind: Leaving, several: boolean): string {
  if (isOfPresses(kind)) return PRESSES[kind];
  return `${several ? 'Клиентам уйдут письма' : 'Клиенту уйдёт письмо'} ${LETTERS[kind]}`;
}

function isOfPresses(kind: Leaving): kind is keyof typeof PRESSES {
  return kind in PRESSES;
}

/** «a@example.org, b@example.org, c@example.org и ещё 2» */
export function showAddresses(addresses: readonly string[]): string {
  const left = addresses.length - NAMED;
  return `${addresses.slice(0, NAMED).join(', ')}${left > 0 ? ` и\u00A0ещё\u00A0${left}` : ''}`;
}
