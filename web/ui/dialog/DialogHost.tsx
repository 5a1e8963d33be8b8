import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from '#web/ground/browser/store.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { DropHosted, hosted } from '#web/ui/dialog/hosted.ts';

const fetchDialogs = () =>
  Promise.all([import('#web/ui/dialog/DialogPanel.tsx'), import('#web/ui/dialog/ConfirmDialog.tsx')]).catch(() => []);

/** Renders the dialogs of `openDialog`; prefetches the code of all dialogs after the first screen. */
export function DialogHost() {
  const router = useRouter();
  const opened = useStore(hosted);
  useEffect(() => void fetchAhead(fetchDialogs), []);
  useEffect(() => {
    const stop = router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && hosted.clear());
    return () => {
      stop();
      hosted.clear();
    };
  }, [router]);
  return opened.map(({ key, element, drop }) => (
    <DropHosted key={key} value={drop}>
      {element}
    </DropHosted>
  ));
}
