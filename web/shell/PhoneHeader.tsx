import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/shell/PhoneHeader.module.css';
import { Mark } from '#web/ui/Mark.tsx';

export function PhoneHeader({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={classes.header}>
      <ActionIcon aria-label="Меню" onClick={onMenu}>
        <IconMenu2 aria-hidden size={22} stroke={1.6} />
      </ActionIcon>
      <Link to="/" className={classes.mark}>
        <Mark />
      </Link>
    </header>
  );
}
