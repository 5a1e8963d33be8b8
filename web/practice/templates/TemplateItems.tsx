import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { templatesQuery } from '#web/practice/templates/queries.ts';
import classes from '#web/practice/templates/TemplateItems.module.css';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { MoreItem, OWN_ESCAPE } from '#web/ui/form/MoreMenu.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

interface TemplateItemsProps {
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The templates to insert; if there are none, a link to create one. */
export function TemplateItems({ field }: TemplateItemsProps) {
  const { data, isError, refetch } = useQuery(templatesQuery());
  if (!data) {
    return isError ? (
      <div role="alert" className={classes.note}>
        <p>Не&nbsp;удалось загрузить шаблоны.</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    ) : (
      <p role="status" className={classes.note}>
        Загрузка...
      </p>
    );
  }
  const open = data.filter(({ text }) => text !== undefined);
  return (
    <>
      {open.map(({ id, name, text = '' }) => (
        <MoreItem key={id} onPress={() => field.current && insertText(field.current, text)}>
          <span translate="no">{name}</span>
        </MoreItem>
      ))}
      {open.length < data.length && (
        <div className={classes.note}>
          <NotOpened />
        </div>
      )}
      <Link className={classes.way} to="/dashboard/profile" search={{ section: 'templates' }} {...OWN_ESCAPE}>
        {data.length === 0 ? 'Шаблонов пока нет: добавить' : 'Все шаблоны'}
      </Link>
    </>
  );
}

/**
 * Inserts a template at the cursor or replaces the selection, like typing, so that Ctrl Z undoes it. It is separated
 * from the surrounding text by line breaks.
 */
function insertText(field: HTMLTextAreaElement, template: string): void {
  field.focus();
  const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)];
  const text = `${/[^\n]$/.test(before) ? '\n' : ''}${template}${/^[^\n]/.test(after) ? '\n' : ''}`;
  // Only execCommand keeps the browser's own undo history.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
