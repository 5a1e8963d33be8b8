import type { ClientInput } from '#domain/clients/client.ts';

/** The initial values of a new client from a typed text: digits become a phone, anything else a name. */
export function suggestedClient(typed: string): Partial<ClientInput> {
  const text = typed.trim();
  return /^\+?[\d\s()-]*\d[\d\s()-]*$/.test(text) ? { phone: text } : { name: withCapitals(text) };
}

/** 'анна смирнова' becomes 'Анна Смирнова'. */
function withCapitals(text: string): string {
  return text.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
