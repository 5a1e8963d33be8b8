import { Link } from '@tanstack/react-router';
import { SearchButton } from '#web/practice/search/SearchButton.tsx';
import { AccountFoot } from '#web/app/shell/AccountFoot.tsx';
import { MainMenu } from '#web/app/shell/MainMenu.tsx';
import classes from '#web/app/shell/Sidebar.module.css';
import { Mark } from '#web/ui/base/Mark.tsx';

interface SidebarProps {
  onSearch: () => void;
  onSignOut: () => void;
}

export function Sidebar({ onSearch, onSignOut }: SidebarProps) {
  return (
    <aside className={classes.sidebar}>
      <Link to="/" className={classes.mark}>
        <Mark />
      </Link>
      <SearchButton onClick={onSearch} />
      <MainMenu />
      <AccountFoot onSignOut={onSignOut} />
    </aside>
  );
}
