import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** Of a text with a word that letters may not carry (PLACE-02). */
export function LeftOutHint() {
  return (
    <InlineBox kind="info" announce>
      В&nbsp;письмах этого текста не&nbsp;будет: в&nbsp;нём слово, по&nbsp;которому близкие узнают о&nbsp;занятии.
      Клиент увидит его на&nbsp;странице встречи.
    </InlineBox>
  );
}
