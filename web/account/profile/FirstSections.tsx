import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { LicenceSection } from '#web/account/profile/LicenceSection.tsx';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { PersonalSection } from '#web/account/profile/PersonalSection.tsx';

/** Last, so that nothing moves when it loads. */
const OwnLettersSection = lazyPart(
  async () => (await import('#web/account/profile/OwnLettersSection.tsx')).OwnLettersSection,
  { coming: null },
);

/** Short enough for one screen; the licence has an address of its own nevertheless. */
export function FirstSections() {
  const profile = useProfile();
  const { section } = useSearch({ from: '/dashboard/profile/' });
  const licence = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (section === 'licence') licence.current?.scrollIntoView({ block: 'nearest' });
  }, [section]);
  return (
    <>
      <PersonalSection profile={profile} />
      <div ref={licence}>
        <LicenceSection profile={profile} />
      </div>
      <OwnLettersSection />
    </>
  );
}
