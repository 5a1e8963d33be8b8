import { useQuery } from '@tanstack/react-query';
import { AccessSection } from '#web/profile/AccessSection.tsx';
import { DeletionSection } from '#web/profile/DeletionSection.tsx';
import { DevicesSection } from '#web/profile/DevicesSection.tsx';
import { JournalSection } from '#web/profile/JournalSection.tsx';
import { LicenceSection } from '#web/profile/LicenceSection.tsx';
import { PersonalSection } from '#web/profile/PersonalSection.tsx';
import { profileQuery } from '#web/practice/queries.ts';
import classes from '#web/profile/ProfilePage.module.css';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

/** Who the practitioner is, the licence, and the account itself (PROFILE-01, PROFILE-02, AUTH-09). */
export function ProfilePage() {
  const profile = useQuery(profileQuery());
  return (
    <div className={classes.page}>
      <PageHeader title="Профиль" />
      {profile.isPending && <LoadingCards text="Загрузка профиля..." columns={1} count={2} height={280} />}
      {profile.isError && !profile.data && (
        <ErrorState
          title="Не удалось загрузить профиль"
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      )}
      {profile.data && (
        <>
          <PersonalSection profile={profile.data} />
          <LicenceSection profile={profile.data} />
          <AccessSection />
          <DevicesSection />
          <JournalSection />
          <DeletionSection />
        </>
      )}
    </div>
  );
}
