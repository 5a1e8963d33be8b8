import type { LettersOff } from '#domain/letters/letter.ts';
import { LETTERS_OFF_TEXT } from '#web/practice/clients/letters-off.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface LettersOffBoxProps {
  why: Exclude<LettersOff, ''>;
  /** True in the form, where letters can be turned on again. */
  editing?: boolean;
}

/** Shows that no letters are sent to a client's address, and how to change that (LETTER-06, LETTER-07). */
export function LettersOffBox({ why, editing = false }: LettersOffBoxProps) {
  return (
    <InlineBox kind={why === 'stopped' ? 'info' : 'warning'} title={`${LETTERS_OFF_TEXT[why]}.`}>
      {why === 'stopped' ? (
        <>
          На&nbsp;этот адрес от&nbsp;вас ничего не&nbsp;уходит.{' '}
          {editing
            ? 'Включайте напоминания, только если клиент сам попросил о\u00A0них и\u00A0снова дал этот адрес: отказ тогда снимется.'
            : 'Если клиент сам попросит о\u00A0письмах и\u00A0снова даст адрес, включите напоминания в\u00A0его данных.'}
        </>
      ) : (
        <>
          Почтовый сервер отверг подряд четыре письма, и&nbsp;больше они не&nbsp;уходят. Узнайте у&nbsp;клиента верный
          адрес и&nbsp;укажите его{!editing && ' в\u00A0данных клиента'}: напоминания включатся вместе с&nbsp;ним.
        </>
      )}
    </InlineBox>
  );
}
