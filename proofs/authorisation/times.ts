import { BORIS, NOBODY } from '#proofs/authorisation/steps.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { plantPractice, practiceIds, tokenOf } from '#proofs/support/planted-practice.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

const ME = practiceIds('clara');
/** Each of the two is measured first equally often. */
const HALVES = [true, false] as const;

export interface ComparedTimes {
  what: string;
  /** The share of pairs in which the response for the existing record takes longer than that for the missing one. */
  auc: number;
}

/** Compares response times for a neighbour's records with those for missing records. */
export async function compareTimes({ app, context }: TestServer, pairs: number): Promise<ComparedTimes[]> {
  await plantPractice(context.db, 'clara');
  await plantPractice(context.db, 'boris');
  const token = await tokenOf(context, ME);
  const clients = '/api/collections/clients/records';
  const questions: [what: string, (id: string) => Ask][] = [
    ['viewing a neighbour’s record or none', (id) => ({ method: 'GET', url: `${clients}/${id}` })],
    [
      'changing a neighbour’s record or none',
      (id) => ({ method: 'PATCH', url: `${clients}/${id}`, body: { name: 'Имя' } }),
    ],
    ['filtering by a neighbour’s id or none', (id) => ({ method: 'GET', url: `${clients}?filter=id='${id}'` })],
  ];
  const results: ComparedTimes[] = [];
  for (const [what, question] of questions) {
    const time = async (id: string): Promise<number> => {
      const began = performance.now();
      await ask(app, { ...question(id), token, address: '127.0.0.1' });
      return performance.now() - began;
    };
    const there: number[] = [];
    const missing: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const [theirs = '', nobodys = ''] = [BORIS.clients[pair % 4], NOBODY.clients[pair % 4]];
      for (const first of pair % 2 === 0 ? HALVES : HALVES.toReversed()) {
        if (first) there.push(await time(theirs));
        else missing.push(await time(nobodys));
      }
    }
    results.push({ what, auc: areaUnderCurve(there, missing) });
  }
  return results;
}

/** Mann and Whitney's statistic, as a share of all pairs. */
function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((time) => ({ time, mine: true })), ...other.map((time) => ({ time, mine: false }))];
  all.sort((a, b) => a.time - b.time);
  const ranks = all.reduce((sum, { mine }, at) => sum + (mine ? at + 1 : 0), 0);
  return (ranks - (one.length * (one.length + 1)) / 2) / (one.length * other.length);
}
