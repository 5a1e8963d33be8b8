/** What `doctor` looked at. A failed one names its variable, where there is one to change. */
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
