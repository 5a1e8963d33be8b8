/** `GET /api/keys`: what seals the practitioner's texts. */
export interface KeyState {
  /** Who opens the texts: the server, with its key file. */
  mode: 'server';
  /** Whether the texts do not open now. */
  locked: boolean;
  /** The number of the key; one higher once a change is done. */
  key: number;
  /** Progress of a running key change, in records; null where none runs. */
  changing: { done: number; total: number } | null;
}

/** Stands in the place of each text that a lost key sealed. */
export const LOST_TEXT = 'Текст утрачен: данные восстановлены без ключа, которым он был закрыт.';
