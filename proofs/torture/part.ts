/** One row of the table at the end. */
export interface Figure {
  /** The action, and how often it ran. */
  what: string;
  /** Where: the engine, the number of processes. */
  where: string;
  measured: string;
  wanted: string;
  ok: boolean;
}

/** The type of `run`, which every file of parts/ exports: it reports each figure as soon as it has one. */
export type Part = (tell: (figure: Figure) => void) => Promise<void>;
