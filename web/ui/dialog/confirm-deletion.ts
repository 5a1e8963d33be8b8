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
   * Refetches the lists and closes the dialog of the record while the confirmation is still open: then the focus
   * returns to an existing card or to the main area, and no dialog without its record becomes visible.
   */
  refresh: () => Promise<unknown>;
  /**
   * True while the record is being deleted and afterwards, so that nothing requests it any more, which would be a 404.
   */
  onDeleting?: (deleting: boolean) => void;
  /** 'Клиент удален' */
  deleted: string;
  /** Shown when the record has already been deleted elsewhere; by default the success message. */
  missing?: string;
  /** Restores the record. */
  undo?: Undo | undefined;
}

/** Deletes a record and reports that, even if it was already deleted elsewhere; throws any other failure. */
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

/** The same after a confirmation. */
export async function confirmDeletion(
  deletion: Deletion & Required<Pick<Confirmation, 'title' | 'text' | 'failed'>> & Pick<Confirmation, 'children'>,
): Promise<void> {
  const { title, text, failed, children } = deletion;
  await confirm({ title, text, failed, children, run: () => deleteRecord(deletion) });
}
