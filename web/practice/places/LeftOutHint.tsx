import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** For a text with a word that letters must not contain (PLACE-02). */
export function LeftOutHint() {
  return (
    <InlineBox kind="info" announce>
      В&nbsp;письмах этого текста не&nbsp;будет: в&nbsp;нём слово, по&nbsp;которому близкие узнают о&nbsp;занятии.
      Клиент увидит его на&nbsp;странице встречи.
    </InlineBox>
  );
}
