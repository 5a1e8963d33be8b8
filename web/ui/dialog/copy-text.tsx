import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';

const CopyDialog = lazyPart(async () => (await import('#web/ui/dialog/CopyDialog.tsx')).CopyDialog);

/**
 * Copies a text or the result of a promise. If the browser refuses, as it does without TLS, a dialog titled `failed`
 * shows the text to copy by hand. Resolves to whether it was copied; throws if the promise rejects.
 */
export async function copyText(text: string | Promise<string>, failed: string): Promise<boolean> {
  try {
    await (typeof text === 'string' ? navigator.clipboard.writeText(text) : copyComing(text));
    return true;
  } catch {
    const left = await text;
    void openDialog((close) => <CopyDialog title={failed} text={left} onClose={close} />);
    return false;
  }
}

/** Starts within the click handler with a pending promise, because Safari allows clipboard access only there. */
async function copyComing(coming: Promise<string>): Promise<void> {
  const blob = coming.then((text) => new Blob([text], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
