import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import calendar from '#web/practice/calendar/CalendarHeader.module.css';
import { PlanHint } from '#web/practice/calendar/PlanHint.tsx';
import { ClientNameAndPhone } from '#web/practice/clients/ClientCard.tsx';
import { ORDERS } from '#web/practice/clients/ClientTools.tsx';
import client from '#web/practice/clients/ClientCard.module.css';
import button from '#web/practice/search/SearchButton.module.css';
import day from '#web/practice/sessions/day/DaySheet.module.css';
import { SESSION_ORDERS } from '#web/practice/sessions/session-order.ts';
import shell from '#web/app/shell/DashboardLayout.module.css';
import menu from '#web/app/shell/MainMenu.module.css';
import phone from '#web/app/shell/PhoneHeader.module.css';
import { MENU_ITEMS } from '#web/practice/screens/menu-items.ts';
import sidebar from '#web/app/shell/Sidebar.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';
import { CardGrid, Card } from '#web/ui/page/CardGrid.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';

/** A no-break space reserves the height of the coming text. */
const SPACE = '\u00A0';

/** Not on the phone, where the button floats. */
const ADD = <div className="first-action first-on-desk" />;

/** What can be shown of a screen without its data. */
const SCREENS: Record<string, ReactNode> = {
  '/dashboard': (
    <>
      <PageHeader
        title="Клиенты"
        subtitle="Управление базой клиентов"
        action={ADD}
        counter={SPACE}
        search={
          <ListTools search={<Search placeholder="Поиск по имени или телефону..." />}>
            <Segments label="Порядок" choices={ORDERS} value={undefined} onChange={() => undefined} />
          </ListTools>
        }
      />
      <CardGrid data-first="clients">
        {Array.from({ length: 12 }, (_, index) => (
          <li key={index} className={client.item}>
            <Card className={client.card}>
              <ClientNameAndPhone client={{ id: '', name: SPACE, phone: SPACE, archived: false, letters_off: '' }} />
            </Card>
          </li>
        ))}
      </CardGrid>
    </>
  ),
  '/dashboard/sessions': (
    <>
      <PageHeader title="Сессии" action={ADD} />
      <div className="below-5">
        <div className={day.card}>
          <div className={day.content}>
            <div className={day.head}>
              <h2 className="lead" data-first="day">
                {SPACE}
              </h2>
            </div>
            <div className={day.row} />
          </div>
        </div>
      </div>
      <ListTools search={<Search placeholder="Поиск по клиенту или дате..." />}>
        <Segments label="Порядок" choices={SESSION_ORDERS} value={undefined} onChange={() => undefined} />
      </ListTools>
    </>
  ),
  '/dashboard/calendar': (
    <div data-wide-screen>
      <header className={calendar.header}>
        <div className={calendar.place}>
          <h1 data-first="title">{SPACE}</h1>
          <div className="first-action" />
        </div>
        <div className={`${calendar.actions} first-action`} />
      </header>
      <div className="first-days" />
      <div hidden data-first="hint">
        <PlanHint hidden={false} moving />
      </div>
    </div>
  ),
};

export const FRAMED = Object.keys(SCREENS);

function Search({ placeholder }: { placeholder: string }) {
  return (
    <div className="first-search">
      <IconSearch aria-hidden size={18} stroke={1.6} />
      <span>{placeholder}</span>
    </div>
  );
}

/**
 * A placeholder for a screen of the dashboard until the program renders it: nothing in it is interactive. It uses the
 * classes of the real screen, so that nothing moves when that replaces it.
 */
export function FirstFrame({ path }: { path: string }) {
  return (
    <div className={`${shell.shell} first-frame`}>
      <header inert aria-hidden className={`${phone.header} first-on-phone`}>
        <span className={phone.mark}>
          <Mark />
        </span>
      </header>
      <aside inert aria-hidden className={`${sidebar.sidebar} first-on-desk`}>
        <span className={sidebar.mark}>
          <Mark />
        </span>
        <span className={button.button}>
          <IconSearch aria-hidden size={18} stroke={1.6} />
          <span className={button.word}>Поиск</span>
        </span>
        <div className={menu.menu}>
          {MENU_ITEMS.map(({ to, icon: ItemIcon, label }) => (
            <span key={to} className={menu.row} data-status={to === path ? 'active' : undefined}>
              <ItemIcon aria-hidden size={20} stroke={1.6} />
              <span className="grow">{label}</span>
            </span>
          ))}
        </div>
      </aside>
      <main className={shell.main}>
        <p aria-live="polite" className="first-status">
          Loading ...
        </p>
        <div inert aria-hidden>
          {SCREENS[path]}
        </div>
      </main>
    </div>
  );
}
