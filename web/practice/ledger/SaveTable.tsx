import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { saveFile } from '#web/practice/archive/export-archive.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

interface SaveTableProps {
  year: number;
  of: 'payments' | 'sessions';
}

/** Saves the payments or the sessions of a year as a CSV file. */
export function SaveTable({ year, of }: SaveTableProps) {
  const saving = useMutation({
    mutationFn: async () => {
      const table = await readTable({ year, of });
      // Browsers list downloads by name, so the name contains no person.
      if (table) saveFile(table, `kabinet-${of}-${year}.csv`);
    },
    onError: (error) => failureToast('Не\u00A0удалось скачать таблицу', error),
  });
  const what = of === 'payments' ? 'оплаты' : 'сессии';
  return (
    <Button
      variant="subtle"
      aria-busy={saving.isPending}
      aria-label={`Скачать CSV: ${what} за\u00A0${year} год`}
      leftSection={<IconDownload aria-hidden size={18} stroke={1.6} />}
      onClick={() => submitOnce(saving, undefined)}
    >
      Скачать CSV
    </Button>
  );
}

/** The SDK parses every response as JSON, so the table is taken from the fetch itself. */
async function readTable(query: SaveTableProps): Promise<Blob | null> {
  let table: Blob | null = null;
  await pb.send('/api/money/export', {
    query: { ...query },
    fetch: async (url: RequestInfo | URL, options?: RequestInit) => {
      const response = await fetch(url, options);
      if (!response.ok) return response;
      table = await response.blob();
      return new Response(null, { status: 204 });
    },
  });
  return table;
}
