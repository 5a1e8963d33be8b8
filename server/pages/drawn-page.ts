import { randomBytes } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';

export const NONCE_MARK = '__CSP_NONCE__';

const NONCE_BYTES = 18;
const NONCE_LENGTH = (NONCE_BYTES / 3) * 4;
/** Stands for the nonce while a page is compressed: no byte of it occurs in UTF-8, so nothing is copied from there. */
const UNKNOWN_NONCE = Buffer.alloc(NONCE_LENGTH, 0xff);

/** How far back a deflated text may refer. */
const WINDOW = 32 * 1024;
/** RFC 1952: deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A page as one visitor gets it. */
export interface Page {
  nonce: string;
  /** The one policy of Trusted Types that the page may make, or that it makes none. */
  trustedTypes: 'default' | "'none'";
  html(): Buffer;
  gzip(): Buffer;
}

/**
 * A page without its nonce, which many may share. It is compressed once, however often it is sent: every nonce is put
 * between what was compressed as it is, a stored block of RFC 1951.
 */
export class DrawnPage {
  readonly #texts: readonly Buffer[];
  readonly #trustedTypes: Page['trustedTypes'];
  #deflated: readonly Buffer[] | null = null;

  /** `texts` are what stands before, between and after the places of the nonce. */
  constructor(texts: readonly string[], trustedTypes: Page['trustedTypes']) {
    this.#texts = texts.map((text) => Buffer.from(text));
    this.#trustedTypes = trustedTypes;
  }

  /** What is sent once: with a nonce of its own. */
  page(): Page {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const html = (): Buffer => between(this.#texts, Buffer.from(nonce));
    return { nonce, trustedTypes: this.#trustedTypes, html, gzip: () => this.#gzip(html(), nonce) };
  }

  /** Ahead of the first who is sent it. */
  compress(): readonly Buffer[] {
    return (this.#deflated ??= deflate(this.#texts));
  }

  #gzip(html: Buffer, nonce: string): Buffer {
    const deflated = this.compress();
    const block = Buffer.alloc(5 + NONCE_LENGTH);
    block.writeUInt16LE(NONCE_LENGTH, 1);
    block.writeUInt16LE(~NONCE_LENGTH & 0xffff, 3);
    block.write(nonce, 5);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(html), 0);
    trailer.writeUInt32LE(html.length, 4);
    return Buffer.concat([GZIP_HEADER, between(deflated, block), trailer]);
  }
}

/** Each text by itself, so that it ends with a whole byte, and knowing those before it. */
function deflate(texts: readonly Buffer[]): Buffer[] {
  let before = Buffer.alloc(0);
  return texts.map((text, at) => {
    const isLast = at === texts.length - 1;
    const dictionary = before.subarray(-WINDOW);
    before = Buffer.concat([before, text, UNKNOWN_NONCE]);
    return deflateRawSync(text, {
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      ...(dictionary.length > 0 && { dictionary }),
    });
  });
}

function between(texts: readonly Buffer[], separator: Buffer): Buffer {
  return Buffer.concat(texts.flatMap((text, at) => (at === 0 ? [text] : [separator, text])));
}
