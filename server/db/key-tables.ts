/** The keys of each practitioner's texts; the newest one seals. */
export interface DataKeyTable {
  user: string;
  number: number;
  /** Wrapped under the key of the key file, as base64. */
  wrapped: string;
  created: string;
  /** When nothing was sealed with it any more; '' for the newest, and while a change goes on. */
  retired: string;
}
