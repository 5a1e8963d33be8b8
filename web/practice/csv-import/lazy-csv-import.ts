import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** The import of a table, loaded once the screen is shown. */
export const LazyCsvImport = lazyPart(
  async () => (await import('#web/practice/csv-import/CsvImportDialog.tsx')).CsvImportDialog,
  { isOpened: ({ opened }) => opened },
);
