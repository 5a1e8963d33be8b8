import { ExportSection } from '#web/profile/own-data/ExportSection.tsx';
import { ImportSection } from '#web/profile/own-data/ImportSection.tsx';

/** Everything of the practice leaves in one file, and comes back (OWN-01, OWN-02). */
export function OwnDataSections() {
  return (
    <>
      <ExportSection />
      <ImportSection />
    </>
  );
}
