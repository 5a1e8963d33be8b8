/** `GET /api/use`: how much of its space a practice uses, in bytes. */
export interface PracticeUse {
  bytes: number;
  /** null without a quota. */
  quota: number | null;
}
