import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from '#web/account/profile/SectionMenu.module.css';
import { SECTIONS } from '#web/account/profile/sections.tsx';

/** The list of sections; on the phone it is one line that scrolls to the current one. */
export function SectionMenu() {
  const menu = useRef<HTMLElement>(null);
  // Re-renders with every navigation, so that the effect below runs.
  useLocation();
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  return (
    <nav ref={menu} aria-label="Разделы профиля" className={`${classes.menu} screen-only`}>
      {SECTIONS.map(({ id, title, accessibleName, danger }) => (
        <Link
          key={id}
          {...addressOf(id)}
          className={classes.row}
          data-danger={danger}
          aria-label={accessibleName}
          activeOptions={{ exact: true, includeSearch: id !== 'journal' }}
          resetScroll={false}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

function addressOf(id: string): LinkProps {
  if (id === 'journal') return { to: '/dashboard/profile/journal' };
  return { to: '/dashboard/profile', search: id ? { section: id } : {} };
}
