import { IconSearch } from '@tabler/icons-react';
import { shownShortcut } from '#web/ui/base/shown-shortcut.ts';
import classes from '#web/practice/search/SearchButton.module.css';

/** Looks like the field that it opens, and shows the keyboard shortcut. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={classes.button} aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
      <IconSearch aria-hidden size={18} stroke={1.6} />
      <span className={classes.word}>Поиск</span>
      <kbd aria-hidden>{shownShortcut('K')}</kbd>
    </button>
  );
}
