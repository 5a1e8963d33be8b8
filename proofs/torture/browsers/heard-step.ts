/** A step of a walk by keyboard, and the words that the screen reader has to speak after it. */
export interface Step {
  what: string;
  /** Brings the focus to where the person is. */
  arrange?: () => Promise<unknown>;
  keys: string[];
  words: RegExp;
}
