import { useQuery } from '@tanstack/react-query';
import { IconCalendar, IconClockHour4, IconInbox, IconNotebook, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { pendingRequestsQuery } from '#web/practice/queries.ts';
import { counted, NEW_REQUESTS } from '#web/format/plural.ts';
import classes from '#web/shell/MainMenu.module.css';

interface MainMenuProps {
  /** Called with every choice, that of the screen one is already on included. */
  onChoose?: () => void;
}

export function MainMenu({ onChoose }: MainMenuProps) {
  const { data: pending = 0 } = useQuery(pendingRequestsQuery());
  return (
    <nav aria-label="Главное меню" className={classes.menu} onClickCapture={onChoose}>
      <MenuLink to="/dashboard" exact icon={IconUsers} label="Клиенты" />
      <MenuLink to="/dashboard/sessions" icon={IconClockHour4} label="Сессии" />
      <MenuLink to="/dashboard/calendar" icon={IconCalendar} label="Календарь" />
      <MenuLink to="/dashboard/notes" icon={IconNotebook} label="Заметки" />
      <MenuLink to="/dashboard/online-booking" icon={IconInbox} label="Онлайн-запись" count={pending} />
      <MenuLink to="/dashboard/profile" icon={IconUserCircle} label="Профиль" />
    </nav>
  );
}

interface MenuLinkProps {
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  label: string;
  exact?: boolean;
  count?: number;
}

function MenuLink({ to, icon: MenuIcon, label, exact = false, count = 0 }: MenuLinkProps) {
  return (
    <Link to={to} className={classes.row} activeOptions={{ exact, includeSearch: false }}>
      <MenuIcon aria-hidden size={20} stroke={1.6} />
      <span className={classes.label}>{label}</span>
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
