import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ProfileSection } from '#web/profile/ProfileSection.tsx';

/** The link to the account's journal. */
export function JournalSection() {
  return (
    <ProfileSection
      title="Журнал"
      hint="Когда и с какого устройства входили в аккаунт, смотрели и меняли данные. Записи нельзя изменить или удалить."
    >
      <Button variant="default" renderRoot={(props) => <Link to="/dashboard/profile/journal" {...props} />}>
        Открыть журнал
      </Button>
    </ProfileSection>
  );
}
