import { Outlet } from '@tanstack/react-router';
import classes from '#web/account/profile/ProfilePage.module.css';
import { SectionMenu } from '#web/account/profile/SectionMenu.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** The sections of the profile: their list and the chosen one (PROFILE-01, PROFILE-02, AUTH-09). */
export function ProfilePage() {
  return (
    <>
      <PageHeader title="Профиль" />
      <div className={classes.frame}>
        <SectionMenu />
        <div className="shrinks">
          <Outlet />
        </div>
      </div>
    </>
  );
}
