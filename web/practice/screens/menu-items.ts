import {
  IconCalendar,
  IconClockHour4,
  IconInbox,
  IconNotebook,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';

export const BOOKING = '/dashboard/online-booking';
export const HOURS = '/dashboard/availability-settings';
export const CLIENT_PAGES = '/dashboard/clients/';

/** The screens of the main menu. */
export const MENU_ITEMS = [
  { to: '/dashboard', icon: IconUsers, label: 'Клиенты' },
  { to: '/dashboard/sessions', icon: IconClockHour4, label: 'Сессии' },
  { to: '/dashboard/calendar', icon: IconCalendar, label: 'Календарь' },
  { to: '/dashboard/notes', icon: IconNotebook, label: 'Заметки' },
  { to: BOOKING, icon: IconInbox, label: 'Онлайн-запись' },
  { to: '/dashboard/money', icon: IconWallet, label: 'Деньги' },
  { to: '/dashboard/profile', icon: IconUserCircle, label: 'Профиль' },
] as const;
