import { KeySection } from '#web/profile/records/KeySection.tsx';
import { LockSection } from '#web/profile/records/LockSection.tsx';
import { StrictSection } from '#web/profile/records/StrictSection.tsx';

/** What protects the texts about clients: their key, who opens it, and when this browser shows nothing any more. */
export function RecordsSections() {
  return (
    <>
      <KeySection />
      <StrictSection />
      <LockSection />
    </>
  );
}
