import { statusOf } from '#web/ground/api/errors.ts';
import { confirm, type Confirmation } from '#web/ui/dialog/confirm.tsx';
import { toast } from '#web/ui/toast/toast.ts';

interface Undo {
  text: string;
  onPress: () => void;
}

interface Deletion {
  remove: () => Promise<unknown>;
  /**
   * Refetches the lists, and closes the dialog of the record, while the question is still there: the focus returns to
   * an existing card or to the main area, and no dialog shows through without its record.
   */
  refresh: () => Promise<unknown>;
  /** While the record goes, and once it is gone: asking the server for it would be a 404. */
  onDeleting?: (deleting: boolean) => void;
  /** 'Клиент удален' */
  deleted: string;
  /** Shown when the record has already been deleted elsewhere; by default the success message. */
  missing?: string;
  /** The way back, once it is gone. */
  undo?: Undo | undefined;
}

/** Deletes a record, also where that has happened elsewhere, and reports it; throws any other failure. */
export async function deleteRecord({ remove, refresh, onDeleting, deleted, missing, undo }: Deletion): Promise<void> {
  let gone = false;
  onDeleting?.(true);
  try {
    await remove();
  } catch (error) {
    gone = statusOf(error) === 404;
    if (!gone) {
      onDeleting?.(false);
      throw error;
    }
  }
  await refresh();
  if (gone && missing) toast.error(missing);
  else toast.success(deleted, undo && !gone ? { undo } : {});
}

/** The same, after the person confirms. */
export async function confirmDeletion(
  deletion: Deletion & Required<Pick<Confirmation, 'title' | 'text' | 'failed'>> & Pick<Confirmation, 'children'>,
): Promise<void> {
  const { title, text, failed, children } = deletion;
  await confirm({ title, text, failed, children, run: () => deleteRecord(deletion) });
}
