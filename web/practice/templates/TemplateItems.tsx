import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { insertText } from '#web/practice/templates/insert-text.ts';
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
