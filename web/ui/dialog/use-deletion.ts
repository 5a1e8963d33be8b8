import { useState } from 'react';
import { statusOf } from '#web/api/errors.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface DeletionOptions<Subject> {
  remove: (subject: Subject) => Promise<unknown>;
  /** 'Клиент удален' */
  deleted: string;
  /** 'Ошибка при удалении клиента' */
  failed: string;
  /** Shown where it was deleted elsewhere meanwhile; by default that is what was wanted. */
  missing?: string;
  /** Reads the lists again. The question waits: the focus returns to a card that is still there, or to the screen. */
  onGone: () => Promise<unknown>;
}

interface Deletion<Subject> {
  /** What the question is about, also while its dialog is closing. */
  subject: Subject | null;
  asking: boolean;
  ask: (subject: Subject) => void;
  cancel: () => void;
  /** For the dialog that asks. */
  question: { opened: boolean; onConfirm: () => Promise<void>; onCancel: () => void };
}

/** Deletes a record once the person has confirmed it. */
export function useDeletion<Subject>(options: DeletionOptions<Subject>): Deletion<Subject> {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [asking, setAsking] = useState(false);
  const cancel = () => setAsking(false);
  const onConfirm = async () => {
    if (subject === null) return;
    let missing = false;
    try {
      await options.remove(subject);
    } catch (error) {
      missing = statusOf(error) === 404;
      if (!missing) return failureToast(options.failed, error);
    }
    await options.onGone();
    cancel();
    if (missing && options.missing) toast.error(options.missing);
    else toast.success(options.deleted);
  };
  return {
    subject,
    asking,
    ask: (asked) => {
      setSubject(asked);
      setAsking(true);
    },
    cancel,
    question: { opened: asking, onConfirm, onCancel: cancel },
  };
}
