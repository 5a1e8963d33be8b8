import { ErasuresSection } from '#web/account/profile/own-data/ErasuresSection.tsx';
import { ExportSection } from '#web/account/profile/own-data/ExportSection.tsx';
import { ImportSection } from '#web/account/profile/own-data/ImportSection.tsx';
import { TableSection } from '#web/account/profile/own-data/TableSection.tsx';

/** Everything of the practice leaves in one file, and comes back (OWN-01, OWN-02); clients of another program; whom it has forgotten. */
export function OwnDataSections() {
  return (
    <>
      <ExportSection />
      <ImportSection />
      <TableSection />
      <ErasuresSection />
    </>
  );
}
