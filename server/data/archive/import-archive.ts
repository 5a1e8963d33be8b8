import type { ImportReport } from '#domain/archive/report.ts';
import { AppError, badRequest } from '#domain/errors.ts';
import type { Caller } from '#server/ground/action.ts';
import { currentKey } from '#server/ground/db/data-keys.ts';
import type { SignedIn } from '#server/ground/identity/actor.ts';
import { CheckedRows } from '#server/data/archive/checked-rows.ts';
import { checkArchive } from '#server/data/archive/check-archive.ts';
import { importWhole } from '#server/data/archive/import-transaction.ts';
import { openArchive } from '#server/data/archive/open-archive.ts';
import { unsealArchive, WrongPassphrase } from '#server/data/archive/passphrase.ts';
import { Problems, Unreadable } from '#server/data/archive/problems.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { storeArchive } from '#server/data/archive/store-archive.ts';

const AGE = 'age-encryption.org/';

interface ImportOrder {
  file: Spool;
  /** '' for none. */
  passphrase: string;
  work: 'preview' | 'import';
  isStopped: () => boolean;
}

/** Previews or imports a received file. The report has problems where nothing was, or would be, kept (OWN-02). */
export async function importArchive(caller: Caller & { actor: SignedIn }, order: ImportOrder): Promise<ImportReport> {
  const problems = new Problems();
  const report: ImportReport = { records: {}, skipped: {}, problems: problems.found };
  const stopIfAsked = (): void => {
    if (order.isStopped()) throw badRequest('The import was stopped.');
  };
  try {
    await using unsealed = await unsealedOf(caller, order, { problems, stopIfAsked });
    const archive = await openArchive(unsealed ?? order.file, { problems, stopIfAsked });
    const { owner } = caller.actor;
    for (let isOver = false; !isOver;) {
      // Outside a transaction, so that others do not wait while the archive is read.
      await using spool = await Spool.open(caller.context.config.dataDir);
      const checked =
        order.work === 'import'
          ? new CheckedRows(spool, await importWhole(caller, owner, ({ write }) => currentKey(write, owner)))
          : null;
      const found = await checkArchive(caller, owner, archive, { problems, checked, stopIfAsked });
      Object.assign(report, found.counts);
      problems.stopIfAny();
      isOver = checked === null || (await storeArchive(caller, owner, found, { problems, checked, stopIfAsked }));
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return report;
}

/** Returns the archive inside a sealed file; null for a file that is not sealed. */
async function unsealedOf(
  { context }: Caller,
  { file, passphrase }: ImportOrder,
  { problems, stopIfAsked }: { problems: Problems; stopIfAsked: () => void },
): Promise<Spool | null> {
  const start = Buffer.concat(await Array.fromAsync(file.read(0, Math.min(AGE.length, file.size))));
  if (start.toString('latin1') !== AGE) return null;
  if (passphrase === '') problems.end('', 'sealed');
  const unsealed = await Spool.open(context.config.dataDir);
  try {
    await unsealed.fill(unsealArchive(untilStopped(file.read(), stopIfAsked), passphrase));
    return unsealed;
  } catch (error) {
    await unsealed[Symbol.asyncDispose]();
    if (error instanceof AppError) throw error;
    return problems.end('', error instanceof WrongPassphrase ? 'passphrase' : 'damaged');
  }
}

async function* untilStopped(pieces: AsyncIterable<Uint8Array>, stopIfAsked: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    stopIfAsked();
    yield piece;
  }
}
