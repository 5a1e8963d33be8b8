import { withoutAddresses } from '#domain/letters/addresses.ts';
import { isolated } from '#domain/text/isolated.ts';

const UNNAMED = 'Имя видно только в Кабинете: в письмах мы данные клиентов не пересылаем.';
const NAMED = 'Имя указано, потому что в профиле включено «Имена в письмах мне».';

/**
 * Returns a sentence of a letter to the practitioner, preceded by the person's name where she allowed that, and the
 * note about this (NEWS-02). Strangers choose their names, so whatever a mail program would turn into a link is
 * removed.
 */
export function named(
  sentence: string,
  { name, names_in_letters }: { name: string | null; names_in_letters: number },
): { sentence: string; note: string } {
  const shown = names_in_letters === 1 && name !== null ? withoutAddresses(name).trim() : '';
  if (shown === '') return { sentence, note: UNNAMED };
  return { sentence: `${isolated(shown)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`, note: NAMED };
}
