/** One line of the table at the end. */
export interface Figure {
  /** What was done, and how often. */
  what: string;
  /** Where: the engine, the number of processes. */
  where: string;
  measured: string;
  wanted: string;
  ok: boolean;
}

/** What every file of parts/ exports as `run`: tells a figure as soon as it has one. */
export type Part = (tell: (figure: Figure) => void) => Promise<void>;
