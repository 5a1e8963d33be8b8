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

/** The own texts to put in; where there is none, the way to them. */
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
 * Puts a template at the cursor, or in place of what is selected, as typing does: Ctrl Z takes it back. It begins and
 * ends on lines of its own.
 */
function insertText(field: HTMLTextAreaElement, template: string): void {
  field.focus();
  const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)];
  const text = `${/[^\n]$/.test(before) ? '\n' : ''}${template}${/^[^\n]/.test(after) ? '\n' : ''}`;
  // Nothing else keeps the browser's own steps back.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
