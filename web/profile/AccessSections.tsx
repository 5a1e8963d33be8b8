import { AccessSection } from '#web/profile/AccessSection.tsx';
import { AwaySection } from '#web/profile/AwaySection.tsx';
import { DevicesSection } from '#web/profile/DevicesSection.tsx';
import { SecondFactorSection } from '#web/profile/second-factor/SecondFactorSection.tsx';

/** The credentials, the second factor, what happens without use, and where they are in use. */
export function AccessSections() {
  return (
    <>
      <AccessSection />
      <SecondFactorSection />
      <AwaySection />
      <DevicesSection />
    </>
  );
}
