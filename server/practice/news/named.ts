import { withoutAddresses } from '#domain/letters/addresses.ts';
import { isolated } from '#domain/text/isolated.ts';

const UNNAMED = 'Имя видно только в Кабинете: в письмах мы данные клиентов не пересылаем.';
const NAMED = 'Имя указано, потому что в профиле включено «Имена в письмах мне».';

/**
 * Returns a sentence of a letter to the practitioner with the person's name before it where she allowed that, and the
 * note on it (NEWS-02). Strangers choose their names: what a mail program would make a link of is left out.
 */
export function named(
  sentence: string,
  { name, names_in_letters }: { name: string | null; names_in_letters: number },
): { sentence: string; note: string } {
  const shown = names_in_letters === 1 && name !== null ? withoutAddresses(name).trim() : '';
  if (shown === '') return { sentence, note: UNNAMED };
  return { sentence: `${isolated(shown)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`, note: NAMED };
}
