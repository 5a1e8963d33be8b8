import { AccessSection } from '#web/profile/AccessSection.tsx';
import { DevicesSection } from '#web/profile/DevicesSection.tsx';
import { SecondFactorSection } from '#web/profile/second-factor/SecondFactorSection.tsx';

/** The credentials, the second factor, and where they are in use. */
export function AccessSections() {
  return (
    <>
      <AccessSection />
      <SecondFactorSection />
      <DevicesSection />
    </>
  );
}
