import type { RecordService } from 'pocketbase';
import { statusOf } from '#web/api/errors.ts';

/** Under which id a form creates its record. */
export interface Attempt {
  /** Made once for all attempts to save what stands in the form. */
  id: string;
  /** It was tried before, and the answer may have been lost. */
  again: boolean;
}

interface Creation extends Attempt {
  /** What makes the record. */
  create: Record<string, unknown>;
  /** What of it a person may have changed since an attempt whose answer was lost. */
  update: Record<string, unknown>;
}

/**
 * Creates a record once, however often it is tried: what an earlier attempt of the same form has stored is changed, and
 * nothing else ever is.
 */
export async function createOnce<Model extends object>(
  records: RecordService,
  { id, again, create, update }: Creation,
): Promise<Model> {
  if (again) {
    try {
      return await records.update<Model>(id, update);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
  return records.create<Model>({ ...create, id });
}
