import { version } from '../../../package.json';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '#web/ground/api/session.ts';
import { GuestLanding } from '#web/public/landing/GuestLanding.tsx';
import classes from '#web/public/landing/LandingPage.module.css';
import { PractitionerLanding } from '#web/public/landing/PractitionerLanding.tsx';
import { Mark } from '#web/ui/base/Mark.tsx';

/** The first page: a description of Kabinet for guests, the current day for practitioners (AUTH-10). */
export function LandingPage() {
  const session = useSession();
  const user = session.status === 'user' ? session.user : null;
  return (
    <div className={classes.page}>
      <header className="spread gap-4">
        <Mark />
        {user ? (
          <Link to="/dashboard/profile" className={classes.who} title={user.name} translate="no">
            {user.name}
          </Link>
        ) : (
          <Button variant="default" renderRoot={(props) => <Link to="/auth" {...props} />}>
            Войти
          </Button>
        )}
      </header>
      <main aria-label="Кабинет" className={classes.main} tabIndex={-1}>
        {user ? <PractitionerLanding user={user} /> : <GuestLanding />}
      </main>
      <footer className={classes.foot}>
        <span>Кабинет</span>
        <span>Версия {version}</span>
      </footer>
    </div>
  );
}
