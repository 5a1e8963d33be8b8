import { AccessSection } from '#web/profile/AccessSection.tsx';
import { DeletionSection } from '#web/profile/DeletionSection.tsx';
import { DevicesSection } from '#web/profile/DevicesSection.tsx';
import { JournalSection } from '#web/profile/JournalSection.tsx';
import { LicenceSection } from '#web/profile/LicenceSection.tsx';
import { PersonalSection } from '#web/profile/PersonalSection.tsx';
import { useProfile } from '#web/practice/use-profile.ts';
import classes from '#web/profile/ProfilePage.module.css';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** Personal data, the licence and the account itself (PROFILE-01, PROFILE-02, AUTH-09). */
export function ProfilePage() {
  const profile = useProfile();
  return (
    <div className={classes.page}>
      <PageHeader title="Профиль" />
      <PersonalSection profile={profile} />
      <LicenceSection profile={profile} />
      <AccessSection />
      <DevicesSection />
      <JournalSection />
      <DeletionSection />
    </div>
  );
}
