import type { RecordService } from 'pocketbase';
import { hasCode } from '#web/api/errors.ts';

interface Creation {
  /** Made once for all attempts to save a form. */
  id: string;
  /** What makes the record. */
  create: Record<string, unknown>;
  /** What of it a person may have changed since an attempt whose answer was lost. */
  update: Record<string, unknown>;
}

/**
 * Creates a record once, however often it is tried: the server answers an identical repeat with what it stored. Where
 * the record is there and something was changed since, the change is saved.
 */
export async function createOnce<Model extends object>(
  records: RecordService,
  { id, create, update }: Creation,
): Promise<Model> {
  try {
    return await records.create<Model>({ ...create, id });
  } catch (error) {
    if (!hasCode(error, 'id', 'validation_not_unique')) throw error;
    return records.update<Model>(id, update);
  }
}
