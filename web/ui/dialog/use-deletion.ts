import { useState } from 'react';
import { statusOf } from '#web/ground/api/errors.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

interface DeletionOptions<Subject> {
  remove: (subject: Subject) => Promise<unknown>;
  /** 'Клиент удален' */
  deleted: string;
  /** 'Ошибка при удалении клиента' */
  failed: string;
  /** Shown when the record has already been deleted elsewhere; by default the success message. */
  missing?: string;
  /**
   * Refetches the lists and then closes the question, with `cancel` or with the dialog of the record: the focus returns
   * to an existing card or to the main area, and the dialog does not show through without its record.
   */
  onGone: () => Promise<unknown>;
}

interface Deletion<Subject> {
  /** The record in the question, kept while its dialog closes. */
  subject: Subject | null;
  asking: boolean;
  /** The record whose deletion is under way or done: asking the server for it would be a 404. */
  going: Subject | null;
  ask: (subject: Subject) => void;
  cancel: () => void;
  /** Props for the confirmation dialog. */
  question: { opened: boolean; onConfirm: () => Promise<void>; onCancel: () => void };
}

/** Deletes a record after the person confirms. */
export function useDeletion<Subject>(options: DeletionOptions<Subject>): Deletion<Subject> {
  const [subject, setSubject] = useState<Subject | null>(null);
  const [asking, setAsking] = useState(false);
  const [going, setGoing] = useState<Subject | null>(null);
  const cancel = () => setAsking(false);
  const onConfirm = async () => {
    if (subject === null) return;
    let missing = false;
    setGoing(subject);
    try {
      await options.remove(subject);
    } catch (error) {
      missing = statusOf(error) === 404;
      if (!missing) {
        setGoing(null);
        return failureToast(options.failed, error);
      }
    }
    await options.onGone();
    if (missing && options.missing) toast.error(options.missing);
    else toast.success(options.deleted);
  };
  return {
    subject,
    asking,
    going,
    ask: (asked) => {
      setSubject(asked);
      setAsking(true);
    },
    cancel,
    question: { opened: asking, onConfirm, onCancel: cancel },
  };
}
