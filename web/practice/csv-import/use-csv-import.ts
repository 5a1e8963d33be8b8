import { useEffect, useRef, useState } from 'react';
import { type CsvColumns, isComplete, parseColumns } from '#domain/csv-import/columns.ts';
import {
  CSV_LIMITS,
  type CsvImported,
  type CsvPreview,
  type CsvReading,
  type CsvTakenBack,
} from '#domain/csv-import/report.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { importTable, previewTable, takeBack } from '#web/practice/csv-import/calls.ts';
import { fileProblem, TOO_LARGE } from '#web/practice/csv-import/words.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The running operation. */
export type Work = 'read' | 'import' | 'undo';

export type Outcome = { kind: 'imported'; result: CsvImported } | { kind: 'undone'; result: CsvTakenBack };

const NO_COLUMNS: CsvColumns = { name: [], phone: [], email: [], description: [] };

/** Imports clients from a chosen table, which can be undone for a day (OWN-03). */
export function useCsvImport() {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<CsvPreview | null>(null);
  const [columns, setColumns] = useState(NO_COLUMNS);
  const [problem, setProblem] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (kind: Work, failed: string, call: (signal: AbortSignal) => Promise<void>) => {
    // State lags one render behind the second of two quick clicks. A newly chosen file replaces one that is being read.
    if (running.current && kind !== 'read') return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    toast.dismissErrors();
    setProblem(null);
    setWork(kind);
    try {
      await call(control.signal);
    } catch (error) {
      if (control.signal.aborted) return;
      const text = fileProblem(error);
      if (text !== null) setProblem(text);
      else failureToast(failed, error);
    } finally {
      if (running.current === control) {
        running.current = null;
        setWork(null);
      }
      // Also after a failure: the import may have finished although its response was lost.
      if (kind !== 'read') void readAgain([EVERYTHING]);
    }
  };

  const read = (sent: File, reading: Partial<CsvReading>, chosen?: CsvColumns) =>
    run('read', 'Не\u00A0удалось прочитать файл', async (signal) => {
      const found = await previewTable(sent, { ...reading, ...(chosen && { columns: chosen }) }, signal);
      setPreview(found);
      setColumns(parseColumns(found.chosen) ?? NO_COLUMNS);
    });
  const reset = () => {
    running.current?.abort();
    setFile(null);
    setPreview(null);
    setColumns(NO_COLUMNS);
    setProblem(null);
    setOutcome(null);
  };
  const readingOf = ({ encoding, separator, header }: CsvPreview): CsvReading => ({ encoding, separator, header });

  return {
    /** Whether data is being changed; choices are disabled meanwhile. */
    busy: work === 'import' || work === 'undo',
    file,
    preview,
    columns,
    problem,
    outcome,
    work,
    reset,
    choose: (chosen: File | null) => {
      if (!chosen) return;
      reset();
      setFile(chosen);
      if (chosen.size > CSV_LIMITS.bytes) setProblem(TOO_LARGE);
      else void read(chosen, {});
    },
    /** Reads the file anew: with another encoding or separator the columns can differ, so they are detected again. */
    reread: (change: Partial<CsvReading>) => {
      if (!file || !preview) return;
      const { header, ...rest } = { ...readingOf(preview), ...change };
      void read(file, change.header === undefined ? rest : { ...rest, header });
    },
    chooseColumns: (chosen: CsvColumns) => {
      setColumns(chosen);
      if (file && preview && isComplete(chosen)) void read(file, readingOf(preview), chosen);
    },
    load: () => {
      if (!file || !preview) return;
      void run('import', 'Не\u00A0удалось загрузить клиентов', async (signal) => {
        const result = await importTable(file, { ...readingOf(preview), columns }, signal);
        setOutcome({ kind: 'imported', result });
      });
    },
    undo: (id: string) => {
      void run('undo', 'Не\u00A0удалось отменить загрузку', async () => {
        const result = await takeBack(id).catch((error: unknown) => {
          // Already undone by another window, or by an attempt whose response was lost.
          if (statusOf(error) === 404) return { removed: 0, kept: [] };
          throw error;
        });
        setOutcome({ kind: 'undone', result });
      });
    },
  };
}

export type CsvImporting = ReturnType<typeof useCsvImport>;
