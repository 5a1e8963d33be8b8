import { type Changes, changeKeysUnderLoad } from '#proofs/faults/key-changes.ts';
import { createSealedData, interruptChange } from '#proofs/support/key-file.ts';
import type { Part } from '#proofs/torture/part.ts';
import { startNodes } from '#proofs/torture/nodes.ts';

const CHANGES = 200;
const CHANGES_OF_A_KILL = 10;

/** Changes of practitioners' keys under load with kills, and of the key file killed at each step: no text is lost. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    const { changes, kills, edits, lost, failures }: Changes = await changeKeysUnderLoad(nodes, {
      changes: CHANGES,
      everyKill: CHANGES_OF_A_KILL,
    });
    tell({
      what: `${changes} changes of a key under load, ${kills} kills inside`,
      where: nodes.where,
      measured: `${edits} edits, ${lost.length} lost, ${failures.length} answers of 5xx ${failures.slice(0, 3).join(' ')}`,
      wanted: '0 lost, 0 5xx',
      ok: changes === CHANGES && lost.length === 0 && failures.length === 0,
    });
    await using data = await createSealedData(engine);
    const faults: string[] = [];
    let step = 1;
    for (; ; step += 1) {
      const stopped = await interruptChange(data, step);
      faults.push(...stopped.faults);
      if (stopped.code === 0) break;
    }
    tell({
      what: `a change of the key file killed at each of ${step - 1} steps`,
      where: engine,
      measured: `${faults.length} faults ${faults.slice(0, 3).join(' ')}`,
      wanted: '0 faults',
      ok: faults.length === 0,
    });
  }
};
