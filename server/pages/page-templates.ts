import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BookingPageData } from '#domain/booking/booking.ts';

const NONCE_MARK = '__CSP_NONCE__';
const DATA_MARK = '<!--page-data-->';
const EMPTY_ROOT = '<div id="root"></div>';

/** Draws the public page as a visitor sees it first. */
type FirstPaint = (data: BookingPageData) => string;

export interface Page {
  html: string;
  nonce: string;
  /** The one policy of Trusted Types that the page may make, or that it makes none. */
  trustedTypes: 'default' | "'none'";
}

/** The HTML files that the web's build made; each answer gets a nonce of its own. */
export class PageTemplates {
  readonly #files: Readonly<Record<'index' | 'booking', string>>;

  readonly #firstPaint: FirstPaint;

  private constructor(files: Record<'index' | 'booking', string>, firstPaint: FirstPaint) {
    this.#files = files;
    this.#firstPaint = firstPaint;
  }

  /** Reads the built pages; null when the web was not built (API only). */
  static async read(folder: string): Promise<PageTemplates | null> {
    try {
      const [index, booking] = await Promise.all([
        readFile(join(folder, 'index.html'), 'utf8'),
        readFile(join(folder, 'booking.html'), 'utf8'),
      ]);
      const { firstPaint }: { firstPaint: FirstPaint } = await import(
        pathToFileURL(join(folder, 'first-paint.js')).href
      );
      return new PageTemplates({ index, booking }, firstPaint);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** The application: landing, sign-in, dashboard. */
  application(): Page {
    return { ...withNonce(this.#files.index), trustedTypes: 'default' };
  }

  /**
   * The public page with its data and its first picture inside, so that neither needs a second request; null has the
   * page ask. Nothing of the picture can be used before the page's program has put itself in its place.
   */
  booking(data: BookingPageData | null, title: string): Page {
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    const { html, nonce } = withNonce(this.#files.booking);
    const filled = html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeText(title)}</title>`)
      .replace(EMPTY_ROOT, () => (data ? `<div id="root" inert>${this.#firstPaint(data)}</div>` : EMPTY_ROOT))
      .replace(DATA_MARK, () => `<script type="application/json" id="page-data">${json}</script>`);
    return { html: filled, nonce, trustedTypes: "'none'" };
  }
}

function withNonce(html: string): Pick<Page, 'html' | 'nonce'> {
  const nonce = randomBytes(18).toString('base64');
  return { html: html.replaceAll(NONCE_MARK, nonce), nonce };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
