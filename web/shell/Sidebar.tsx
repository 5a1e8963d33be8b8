import { Link } from '@tanstack/react-router';
import { AccountFoot } from '#web/shell/AccountFoot.tsx';
import { MainMenu } from '#web/shell/MainMenu.tsx';
import classes from '#web/shell/Sidebar.module.css';
import { Mark } from '#web/ui/Mark.tsx';

export function Sidebar() {
  return (
    <aside className={classes.sidebar}>
      <Link to="/" className={classes.mark}>
        <Mark />
      </Link>
      <MainMenu />
      <AccountFoot />
    </aside>
  );
}
