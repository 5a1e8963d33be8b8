import type { ClientInput } from '#domain/clients/client.ts';

/** The first values of a new client from a typed text: a phone from digits, otherwise a name. */
export function suggestedClient(typed: string): Partial<ClientInput> {
  const text = typed.trim();
  return /^\+?[\d\s()-]*\d[\d\s()-]*$/.test(text) ? { phone: text } : { name: withCapitals(text) };
}

/** 'анна смирнова' becomes 'Анна Смирнова', the usual spelling of names. */
function withCapitals(text: string): string {
  return text.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
