import { KeySection } from '#web/account/profile/records/KeySection.tsx';
import { StrictSection } from '#web/account/profile/records/StrictSection.tsx';

/** The encryption of texts about clients: the key, and who can open it. */
export function RecordsSections() {
  return (
    <>
      <KeySection />
      <StrictSection />
    </>
  );
}
