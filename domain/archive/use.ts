/** `GET /api/use`: how much of its place a practice has used, in bytes. */
export interface PracticeUse {
  bytes: number;
  /** Null where there is no bound. */
  quota: number | null;
}
