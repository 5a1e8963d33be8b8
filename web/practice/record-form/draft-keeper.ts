/** An unsaved form in stored form. */
export interface Draft<Values> {
  /** The id of an attempted create, so that it can be retried after a reload; null before the first attempt. */
  id: string | null;
  keptAt: Temporal.Instant;
  values: Values;
}

/** Storage in which drafts outlive their form; `write` returns false when the browser refuses. */
export interface DraftKeeper {
  read: <Values>(name: string, isValues: (value: unknown) => value is Values) => Draft<Values> | null;
  write: <Values>(name: string, draft: Draft<Values>) => boolean;
  remove: (name: string) => void;
}
