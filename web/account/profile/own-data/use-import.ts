import { useEffect, useRef, useState } from 'react';
import type { ImportReport } from '#domain/archive/report.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { isSealed, MOST_BYTES, sendArchive } from '#web/practice/archive/import-archive.ts';
import type { Progress } from '#web/practice/archive/progress.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

type Work = 'preview' | 'import';

export type ImportStep =
  | { kind: 'sealed'; wrong: boolean }
  | { kind: 'sending'; work: Work; progress: Progress }
  /** `work` has stopped or failed, and it is unknown how far it got. */
  | { kind: 'halted'; work: Work }
  | { kind: 'preview' | 'done'; report: ImportReport };

export interface Importing {
  /** Stays set while the dialog closes, so that its content does not change. */
  file: File | null;
  /** Null while no import is running. */
  step: ImportStep | null;
  passphrase: string;
  setPassphrase: (passphrase: string) => void;
  choose: (file: File | null) => Promise<void>;
  preview: () => void;
  load: () => void;
  stop: () => void;
  close: () => void;
}

/** Imports an archive step by step: its passphrase, the preview, and the records (OWN-02). */
export function useImport(): Importing {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<ImportStep | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (work: Work, sent: File) => {
    // State lags one render behind the second of two quick clicks.
    if (running.current) return;
    toast.dismissErrors();
    const control = new AbortController();
    running.current = control;
    const moved = (progress: Progress) => setStep({ kind: 'sending', work, progress });
    moved({ done: 0, total: 0 });
    try {
      const report = await sendArchive({ file: sent, passphrase, work }, control.signal, moved);
      const why = report.problems[0]?.why;
      if (why === 'sealed' || why === 'passphrase') setStep({ kind: 'sealed', wrong: why === 'passphrase' });
      else setStep({ kind: work === 'preview' || why ? 'preview' : 'done', report });
    } catch (error) {
      setStep({ kind: 'halted', work });
      const failed = work === 'preview' ? 'Не\u00A0удалось проверить архив' : 'Не\u00A0удалось загрузить архив';
      if (!control.signal.aborted) failureToast(failed, error);
    } finally {
      running.current = null;
      // Also after a failure: the import may have finished although its response was lost.
      if (work === 'import') void readAgain([EVERYTHING]);
    }
  };
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    setPassphrase('');
    if (chosen.size > MOST_BYTES) return void toast.error('Файл больше 1\u00A0ГБ: такой архив не\u00A0загрузить');
    setFile(chosen);
    if (await isSealed(chosen)) setStep({ kind: 'sealed', wrong: false });
    else await send('preview', chosen);
  };
  const sendChosen = (work: Work) => () => void (file && send(work, file));
  return {
    file,
    step,
    passphrase,
    setPassphrase,
    choose,
    preview: sendChosen('preview'),
    load: sendChosen('import'),
    stop: () => running.current?.abort(),
    close: () => setStep(null),
  };
}
