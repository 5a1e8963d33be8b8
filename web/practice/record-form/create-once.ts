import type { RecordService, SendOptions } from 'pocketbase';
import { statusOf } from '#web/ground/api/errors.ts';

/** The id under which a form creates its record. */
export interface Attempt {
  /** One id for all attempts to save the form's content. */
  id: string;
  /** True if an earlier attempt may have been stored although its response was lost. */
  again: boolean;
}

interface Creation extends Attempt {
  /** The body of the create request. */
  create: Record<string, unknown>;
  /** The fields that the person may have changed since an attempt whose response was lost. */
  update: Record<string, unknown>;
  options?: SendOptions;
}

/**
 * Creates a record once, however many attempts it takes: a retry updates the record that an earlier attempt has stored,
 * and no other one.
 */
export async function createOnce<Model extends object>(
  records: RecordService,
  { id, again, create, update, options }: Creation,
): Promise<Model> {
  if (again) {
    try {
      return await records.update<Model>(id, update, options);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
  return records.create<Model>({ ...create, id }, options);
}
