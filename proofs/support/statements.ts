import type { Reader } from '#server/ground/db/database.ts';

type Execute = ReturnType<Reader['getExecutor']>['executeQuery'];

/** Runs `run` and returns the SQL of every statement that Kysely sent meanwhile, of all databases of this process. */
export async function statementsOf(reader: Reader, run: () => Promise<unknown>): Promise<string[]> {
  const executor = prototypeWith('executeQuery', reader.getExecutor());
  const plain = executor.executeQuery;
  const sent: string[] = [];
  executor.executeQuery = function (this: unknown, query, ...more) {
    sent.push(query.sql);
    return plain.call(this as never, query, ...more);
  } as Execute;
  try {
    await run();
  } finally {
    executor.executeQuery = plain;
  }
  return sent;
}

function prototypeWith(name: string, object: object): { executeQuery: Execute } {
  let found = object;
  while (!Object.hasOwn(found, name)) found = Object.getPrototypeOf(found);
  return found as { executeQuery: Execute };
}
