import { pb } from '#web/ground/api/client.ts';

interface Asked {
  filter?: string;
  fields?: string;
  sort?: string;
  expand?: string;
  signal?: AbortSignal;
}

/** Reads at most so many of the rows that a filter finds. */
export async function firstRows<Row>(collection: string, most: number, asked: Asked): Promise<Row[]> {
  const page = await pb.collection(collection).getList<Row>(1, most, { ...asked, skipTotal: true });
  return page.items;
}

/** Reads the first row that a filter finds; null where it finds none. */
export async function firstRow<Row>(collection: string, asked: Asked): Promise<Row | null> {
  const [row] = await firstRows<Row>(collection, 1, asked);
  return row ?? null;
}
