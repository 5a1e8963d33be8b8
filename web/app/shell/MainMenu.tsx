import { useQuery } from '@tanstack/react-query';
import type { Icon } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { pendingRequestsQuery } from '#web/practice/own-profile/queries.ts';
import { counted, NEW_REQUESTS } from '#web/ground/format/plural.ts';
import classes from '#web/app/shell/MainMenu.module.css';
import { BOOKING, CLIENT_PAGES, HOURS, MENU_ITEMS } from '#web/practice/screens/menu-items.ts';

interface MainMenuProps {
  /** Called with every choice, including the current screen. */
  onChoose?: () => void;
}

export function MainMenu({ onChoose }: MainMenuProps) {
  const { data: pending = 0 } = useQuery(pendingRequestsQuery());
  return (
    <nav aria-label="Главное меню" className={classes.menu}>
      {MENU_ITEMS.map((item) => (
        <MenuLink
          key={item.label}
          {...item}
          exact={item.to === '/dashboard'}
          {...(item.to === BOOKING && { with: HOURS })}
          {...(item.to === '/dashboard' && { with: CLIENT_PAGES })}
          count={item.to === BOOKING ? pending : 0}
          onClick={onChoose}
        />
      ))}
    </nav>
  );
}

interface MenuLinkProps {
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  label: string;
  exact: boolean;
  /** The path prefix of further screens for which this item is highlighted. */
  with?: string;
  count: number;
  onClick: (() => void) | undefined;
}

function MenuLink({ to, icon: MenuIcon, label, exact, with: inner, count, onClick }: MenuLinkProps) {
  const isInside = useLocation({ select: ({ pathname }) => inner !== undefined && pathname.startsWith(inner) });
  return (
    <Link
      to={to}
      className={classes.row}
      activeOptions={{ exact, includeSearch: false }}
      onClick={onClick}
      {...(isInside && { 'data-status': 'active', 'aria-current': true })}
    >
      <MenuIcon aria-hidden size={20} stroke={1.6} />
      <span className="grow">{label}</span>
      {count > 0 && (
        <>
          <span aria-hidden className={classes.count}>
            {count > 99 ? '99+' : count}
          </span>
          <span className="visually-hidden">, {counted(count, NEW_REQUESTS)}</span>
        </>
      )}
    </Link>
  );
}
