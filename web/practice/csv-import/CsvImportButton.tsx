import { Button } from '@mantine/core';

interface CsvImportButtonProps {
  onOpen: () => void;
}

/** Leads to clients of another program; its dialog stands where it stays once there are clients. */
export function CsvImportButton({ onOpen }: CsvImportButtonProps) {
  return (
    <Button variant="default" onClick={onOpen}>
      Загрузить из&nbsp;таблицы
    </Button>
  );
}
