/** One thing that must be heard: what a person does with keys, and the words that follow. */
export interface Step {
  what: string;
  /** Brings the focus to where the person is. */
  arrange?: () => Promise<unknown>;
  keys: string[];
  words: RegExp;
}
