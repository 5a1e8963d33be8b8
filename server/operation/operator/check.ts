/** The result of one check of `doctor`. A failed one names its variable, if changing one helps. */
export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  /** One sentence. */
  says: string;
}

export type Found = Omit<Check, 'name'>;

export const ok = (says: string): Found => ({ state: 'ok', says });
export const warning = (says: string): Found => ({ state: 'warning', says });
export const failed = (says: string): Found => ({ state: 'failed', says });
