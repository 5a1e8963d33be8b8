import type { Place } from '#server/ground/sealing/envelope.ts';

type Texts = Readonly<Record<string, string>>;

interface Opened {
  user: string;
  sealed: string;
  texts: Texts;
}

/** UTF-16 code units of all that is kept: 8 MB. */
const MOST = 4_000_000;
/** A longer envelope costs more to keep, in work of the garbage collector, than to open again. */
const LONGEST = 4_000;

/**
 * The short texts of the envelopes that were opened last, in memory alone: what a person works on is read several times,
 * and a list opens thirty.
 */
export class OpenedTexts {
  readonly #opened = new Map<string, Opened>();
  #size = 0;

  /** Returns the texts of exactly this envelope in this place. */
  get({ table, id, user }: Place, sealed: string): Texts | undefined {
    const known = this.#opened.get(`${table}/${id}`);
    return known?.sealed === sealed && known.user === user ? known.texts : undefined;
  }

  keep({ table, id, user }: Place, sealed: string, texts: Texts): void {
    const name = `${table}/${id}`;
    this.#forget(name);
    if (sealed.length > LONGEST) return;
    this.#opened.set(name, { user, sealed, texts });
    this.#size += sealed.length * 2;
    for (const oldest of this.#opened.keys()) {
      if (this.#size <= MOST) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#opened.clear();
    this.#size = 0;
  }

  /** The practitioners whose texts are kept. */
  users(): Set<string> {
    return new Set(this.#opened.values().map(({ user }) => user));
  }

  /** Forgets the texts of one practitioner. */
  forget(user: string): void {
    for (const [name, known] of this.#opened) if (known.user === user) this.#forget(name);
  }

  #forget(name: string): void {
    const known = this.#opened.get(name);
    if (!known) return;
    this.#opened.delete(name);
    this.#size -= known.sealed.length * 2;
  }
}
