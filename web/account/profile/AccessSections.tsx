import { AccessSection } from '#web/account/profile/AccessSection.tsx';
import { AwaySection } from '#web/account/profile/AwaySection.tsx';
import { DevicesSection } from '#web/account/profile/DevicesSection.tsx';
import { SecondFactorSection } from '#web/account/profile/second-factor/SecondFactorSection.tsx';

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
