/** `GET /api/draft-key` */
export interface DraftKey {
  /** 256 bits in base64. */
  key: string;
}
