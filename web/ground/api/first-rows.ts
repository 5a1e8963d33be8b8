import { pb } from '#web/ground/api/client.ts';

interface Asked {
  filter?: string;
  fields?: string;
  sort?: string;
  expand?: string;
  signal?: AbortSignal;
}

/** Reads up to this many rows that match a filter. */
export async function firstRows<Row>(collection: string, most: number, asked: Asked): Promise<Row[]> {
  const page = await pb.collection(collection).getList<Row>(1, most, { ...asked, skipTotal: true });
  return page.items;
}

/** Reads the first row that matches a filter; null if none does. */
export async function firstRow<Row>(collection: string, asked: Asked): Promise<Row | null> {
  const [row] = await firstRows<Row>(collection, 1, asked);
  return row ?? null;
}
