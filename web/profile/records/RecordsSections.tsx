import { KeySection } from '#web/profile/records/KeySection.tsx';
import { StrictSection } from '#web/profile/records/StrictSection.tsx';

/** What protects the texts about clients: their key, and who opens it. */
export function RecordsSections() {
  return (
    <>
      <KeySection />
      <StrictSection />
    </>
  );
}
