import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Waits until the disk has stored the new name of a file. */
export async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
