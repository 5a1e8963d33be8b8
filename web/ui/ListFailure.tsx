import { Button } from '@mantine/core';
import classes from '#web/ui/ListRows.module.css';
import type { ListPages } from '#web/ui/use-list-pages.ts';

/** The way to try again where a part of a long list could not be read; it stays in sight. */
export function ListFailure({ pages }: { pages: Pick<ListPages<unknown>, 'failed' | 'retry'> }) {
  if (!pages.failed) return null;
  return (
    <div role="alert" className={classes.failure}>
      Часть списка не&nbsp;загрузилась
      <Button variant="default" onClick={pages.retry}>
        Повторить
      </Button>
    </div>
  );
}
