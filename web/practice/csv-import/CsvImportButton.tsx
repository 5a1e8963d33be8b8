import { Button } from '@mantine/core';

interface CsvImportButtonProps {
  onOpen: () => void;
}

/**
 * Opens the import from another program; its dialog is rendered elsewhere, where it stays mounted once there are
 * clients.
 */
export function CsvImportButton({ onOpen }: CsvImportButtonProps) {
  return (
    <Button variant="default" onClick={onOpen}>
      Загрузить из&nbsp;таблицы
    </Button>
  );
}
