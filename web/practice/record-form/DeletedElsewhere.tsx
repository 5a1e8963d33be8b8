import type { ReactNode } from 'react';
import { CopyTyped } from '#web/practice/record-form/CopyTyped.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface DeletedElsewhereProps {
  /** 'Эту сессию удалили в другом месте.' */
  title: string;
  /** The possible next steps, if there are any. */
  children?: ReactNode;
  /** The typed text; empty when there is nothing to copy. */
  text: string;
}

const COPY = 'Сохранить изменения больше некуда. Введённое можно скопировать.';

/** The form's record has been deleted elsewhere: the typed text stays and can be copied. */
export function DeletedElsewhere({ title, children = COPY, text }: DeletedElsewhereProps) {
  return (
    <InlineBox kind="warning" announce title={title}>
      {children}
      <CopyTyped text={text} />
    </InlineBox>
  );
}
