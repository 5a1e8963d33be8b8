import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from '#web/app/shell/PhoneHeader.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';

interface PhoneHeaderProps {
  onMenu: () => void;
  onSearch: () => void;
}

export function PhoneHeader({ onMenu, onSearch }: PhoneHeaderProps) {
  return (
    <header className={classes.header}>
      <ActionIcon aria-label="Меню" onClick={onMenu}>
        <IconMenu2 aria-hidden size={22} stroke={1.6} />
      </ActionIcon>
      <Link to="/" className={classes.mark}>
        <Mark />
      </Link>
      <ActionIcon className={classes.search ?? ''} aria-label="Поиск" onClick={onSearch}>
        <IconSearch aria-hidden size={22} stroke={1.6} />
      </ActionIcon>
    </header>
  );
}
