import { AccessSection } from '#web/profile/AccessSection.tsx';
import { DevicesSection } from '#web/profile/DevicesSection.tsx';

/** The credentials, and where they are in use. */
export function AccessSections() {
  return (
    <>
      <AccessSection />
      <DevicesSection />
    </>
  );
}
