import { IconCalendar, IconClockHour4, IconInbox, IconNotebook, IconUsers } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import classes from '#web/public/landing/Shortcuts.module.css';

export interface ShortcutNotes {
  clients: string;
  sessions: string;
  calendar: string;
  notes: string;
  booking: string;
}

/** Links to the five sections, each with its purpose or a count (AUTH-10). */
export function Shortcuts({ notes }: { notes: ShortcutNotes }) {
  return (
    <nav aria-label="Разделы">
      <ul className={classes.grid}>
        <Shortcut to="/dashboard" icon={IconUsers} title="Клиенты" note={notes.clients} />
        <Shortcut to="/dashboard/sessions" icon={IconClockHour4} title="Сессии" note={notes.sessions} />
        <Shortcut to="/dashboard/calendar" icon={IconCalendar} title="Календарь" note={notes.calendar} />
        <Shortcut to="/dashboard/notes" icon={IconNotebook} title="Заметки" note={notes.notes} />
        <Shortcut to="/dashboard/online-booking" icon={IconInbox} title="Онлайн-запись" note={notes.booking} />
      </ul>
    </nav>
  );
}

interface ShortcutProps {
  to: NonNullable<LinkProps['to']>;
  icon: Icon;
  title: string;
  note: string;
}

function Shortcut({ to, icon: ShortcutIcon, title, note }: ShortcutProps) {
  return (
    <li>
      <Link to={to} className={classes.card}>
        <ShortcutIcon aria-hidden size={22} stroke={1.6} className={classes.icon} />
        <span className={classes.title}>{title}</span>
        <span className={classes.note}>{note}</span>
      </Link>
    </li>
  );
}
