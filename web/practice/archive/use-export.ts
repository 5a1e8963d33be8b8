import { type FormEvent, useEffect, useRef, useState } from 'react';
import { exportArchive, type ExportOrder, saveFile } from '#web/practice/archive/export-archive.ts';
import { type Progress, showSize } from '#web/practice/archive/progress.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { clockZone } from '#web/ground/browser/clock-zone.ts';

/** Whoever steals the file can try passphrases without limit. */
const SHORTEST_PASSPHRASE = 8;

export interface Exporting {
  passphrase: string;
  setPassphrase: (passphrase: string) => void;
  /** Null until an export was tried with the passphrase. */
  passphraseError: string | null;
  /** Null while nothing is exported; its total is 0 while the server collects the data. */
  progress: Progress | null;
  /** The name and the size of the file that was saved last. */
  saved: string | null;
  onSubmit: (event: FormEvent) => void;
  stop: () => void;
}

/** Exports the practice, or one client, to the person's downloads. Unmounting the form stops it. */
export function useExport(client: string | null): Exporting {
  const [passphrase, setPassphrase] = useState('');
  const [refused, setRefused] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    // State lags one render behind the second of two quick clicks.
    if (running.current) return;
    toast.dismissErrors();
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total: 0 });
    setSaved(null);
    try {
      const order = { client, passphrase };
      const archive = await exportArchive(order, control.signal, setProgress);
      const name = nameOf(order);
      saveFile(archive, name);
      setSaved(`${name}, ${showSize(archive.size)}`);
    } catch (error) {
      if (!control.signal.aborted) failureToast('Не\u00A0удалось выгрузить данные', error);
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === '' || passphrase.length >= SHORTEST_PASSPHRASE) return void start();
    setRefused(passphrase);
  };
  const isRefused = refused !== '' && refused === passphrase;
  const passphraseError = isRefused ? `Не\u00A0короче ${SHORTEST_PASSPHRASE}\u00A0символов` : null;
  return {
    passphrase,
    setPassphrase,
    passphraseError,
    progress,
    saved,
    onSubmit,
    stop: () => running.current?.abort(),
  };
}

/** Browsers list downloads by name, so the name contains no person. */
function nameOf({ client, passphrase }: ExportOrder): string {
  const what = client === null ? 'kabinet' : 'kabinet-client';
  return `${what}-${readToday(clockZone()).toString()}.zip${passphrase === '' ? '' : '.age'}`;
}
