import { Outlet, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FirstSections } from '#web/account/profile/FirstSections.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { SectionMenu } from '#web/account/profile/SectionMenu.tsx';
import { SECTIONS } from '#web/account/profile/sections.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** The sections of the profile: their list and the chosen one (PROFILE-01, PROFILE-02, AUTH-09). */
export function ProfilePage() {
  return (
    <>
      <PageHeader title="Профиль" />
      <div className={classes.frame}>
        <SectionMenu />
        <div className={classes.sections}>
          <Outlet />
        </div>
      </div>
    </>
  );
}

/** The section that the address names, the first one without a name. */
export function ChosenSection() {
  const { section } = useSearch({ from: '/dashboard/profile/' });
  const { title, Content } = SECTIONS.find(({ id }) => id === section) ?? {};
  useEffect(() => {
    document.title = `${title ?? 'Профиль'} — Кабинет`;
  }, [title]);
  const Shown = Content ?? FirstSections;
  return <Shown />;
}
