import { IconLock, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { lockSession, useUser } from '#web/ground/api/session.ts';
import classes from '#web/app/shell/AccountFoot.module.css';
import menu from '#web/app/shell/MainMenu.module.css';
import { useEveningTheme } from '#web/ui/theme/color-scheme.ts';

/** The signed-in person, the theme switch, the lock and sign-out. */
export function AccountFoot({ onSignOut }: { onSignOut: () => void }) {
  const user = useUser();
  const { evening, toggle } = useEveningTheme();
  const ThemeIcon = evening ? IconSun : IconMoon;
  return (
    <div className={classes.foot}>
      <div className={classes.who}>
        <div className={classes.name} title={user.name} translate="no">
          {user.name}
        </div>
        <div className={classes.email} title={user.email} translate="no">
          {user.email}
        </div>
      </div>
      <button type="button" className={menu.row} onClick={toggle}>
        <ThemeIcon aria-hidden size={20} stroke={1.6} />
        <span>{evening ? 'Дневная тема' : 'Вечерняя тема'}</span>
      </button>
      <button type="button" className={menu.row} onClick={lockSession}>
        <IconLock aria-hidden size={20} stroke={1.6} />
        <span>Заблокировать</span>
      </button>
      <button type="button" className={menu.row} onClick={onSignOut}>
        <IconLogout aria-hidden size={20} stroke={1.6} />
        <span>Выйти</span>
      </button>
    </div>
  );
}
