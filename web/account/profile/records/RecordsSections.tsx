import { KeySection } from '#web/account/profile/records/KeySection.tsx';
import { StrictSection } from '#web/account/profile/records/StrictSection.tsx';

/** What protects the texts about clients: their key, and who opens it. */
export function RecordsSections() {
  return (
    <>
      <KeySection />
      <StrictSection />
    </>
  );
}
