import type { ImportProblem, ImportWhy } from '#domain/archive/report.ts';

/** Nobody reads more of them. */
const MOST = 100;

/** Stops the reading of an archive; its problems have been noted. */
export class Unreadable extends Error {}

/** The problems of an archive, in the order in which they are found. */
export class Problems {
  readonly found: ImportProblem[] = [];

  /** Throws an Unreadable where there are too many to go on. */
  add(file: string, why: ImportWhy, { line = 0, field = '' }: { line?: number; field?: string } = {}): void {
    this.found.push({ file, line, field, why });
    if (this.found.length >= MOST) throw new Unreadable();
  }

  /** Adds a problem after which nothing can be read, and throws an Unreadable. */
  end(file: string, why: ImportWhy, place?: { line?: number; field?: string }): never {
    this.add(file, why, place);
    throw new Unreadable();
  }

  /** Throws an Unreadable where there is one. */
  stopIfAny(): void {
    if (this.found.length > 0) throw new Unreadable();
  }
}
