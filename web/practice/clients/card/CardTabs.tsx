import { Link } from '@tanstack/react-router';
import classes from '#web/practice/clients/card/Card.module.css';
import type { ClientTab } from '#web/practice/client-page/client-page.ts';

const TABS: readonly { tab?: ClientTab; title: string; label?: string }[] = [
  { title: 'Записи' },
  { tab: 'sessions', title: 'Сессии', label: 'Сессии клиента' },
  { tab: 'money', title: 'Деньги', label: 'Деньги клиента' },
  { tab: 'data', title: 'Данные' },
];

/** The parts of a client's page; Back of the browser leads away from the page, whichever was looked at. `money`: it is worked with. */
export function CardTabs({ money }: { money: boolean }) {
  return (
    <nav aria-label="Разделы карты" className={`${classes.tabs} screen-only`}>
      {TABS.filter(({ tab }) => money || tab !== 'money').map(({ tab, title, label }) => (
        <Link
          key={title}
          from="/dashboard/clients/$clientId"
          to="."
          search={tab ? { tab } : {}}
          className={classes.tab}
          // The menu has a link of this name.
          aria-label={label}
          activeOptions={{ exact: true }}
          replace
          state={true}
          resetScroll={false}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
