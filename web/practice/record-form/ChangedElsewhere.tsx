import { Button } from '@mantine/core';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import classes from '#web/practice/record-form/ChangedElsewhere.module.css';
import type { DraftStore } from '#web/practice/record-form/draft-store.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface FieldWords<Form> {
  /** In the nominative, lower case: 'новости клиента'. */
  what: string;
  /** The display text of the stored value; by default the value itself. */
  show?: (stored: Form) => string;
  /** True for free text: both versions can be kept, one below the other. */
  text?: boolean;
}

export type FormWords<Form> = Partial<Record<keyof Form, FieldWords<Form>>>;

interface ChangedElsewhereProps<Form extends object> {
  draft: DraftStore<Form>;
  /** In the order in which the form shows its fields. */
  words: FormWords<Form>;
}

/** A field that was changed both here and in another window: shows both versions, and the person decides. */
export function ChangedElsewhere<Form extends object>({ draft, words }: ChangedElsewhereProps<Form>) {
  const { conflicts, stored } = draft;
  return keysOf(words).map((field) => {
    const found = conflicts.includes(field) && words[field];
    if (!found) return null;
    const { what, show = () => String(stored[field]), text } = found;
    return (
      <InlineBox key={String(field)} kind="warning" announce title={`Изменено в\u00A0другом месте: ${what}.`}>
        Сейчас там сохранено:
        <blockquote className={classes.now}>{show(stored) || 'ничего'}</blockquote>
        <span className="flex wrap gap-2 above-3" data-decision>
          <Button variant="default" onClick={() => draft.keepMine(field)}>
            Оставить моё
          </Button>
          <Button variant="default" onClick={() => draft.keepTheirs(field)}>
            Взять оттуда
          </Button>
          {text && (
            <Button variant="default" onClick={() => draft.keepBoth(field)}>
              Соединить оба
            </Button>
          )}
        </span>
      </InlineBox>
    );
  });
}
