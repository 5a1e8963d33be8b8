import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { BookingPageData } from '#domain/booking/booking.ts';

const NONCE_MARK = '__CSP_NONCE__';
const DATA_MARK = '<!--page-data-->';
const EMPTY_ROOT = '<div id="root"></div>';

/** Each page takes some 150 KB. */
const MAX_RENDERED = 50;

/** The data of an unknown link. */
export const NO_PAGE: BookingPageData = { hash: '', page: null, slots: null };

/** The HTML of a page without its nonce. */
export interface Page {
  /** The texts before, between and after the places of the nonce. */
  texts: readonly string[];
  /** The only Trusted Types policy that the page may create, or none. */
  trustedTypes: 'default' | "'none'";
}

/** Renders the public page as it is first shown. */
type FirstPaint = (data: BookingPageData) => string;

/** The HTML files of the web build, as templates. */
export class PageTemplates {
  /** For the landing page, the sign-in and the dashboard. */
  readonly application: Page;
  /** For a visit's own page, which fetches its data by its link. */
  readonly visit: Page;
  /** The CSS for the fonts, for pages that are not part of the web build. */
  readonly fontFaces: string;
  readonly #booking: readonly string[];
  readonly #firstPaint: FirstPaint;
  /** A cache by data: rendering takes some 8 ms of CPU, and the same page is often requested again. */
  readonly #rendered = new LRUCache<string, Page>({ max: MAX_RENDERED });

  private constructor(files: Record<'index' | 'booking' | 'visit', string>, firstPaint: FirstPaint) {
    this.application = { texts: files.index.split(NONCE_MARK), trustedTypes: 'default' };
    this.visit = { texts: files.visit.split(NONCE_MARK), trustedTypes: "'none'" };
    this.fontFaces = (files.visit.match(/@font-face\{[^}]*\/golos-[^}]*\}/g) ?? []).join('\n');
    this.#booking = files.booking.split(NONCE_MARK);
    this.#firstPaint = firstPaint;
  }

  /** Reads the built pages; returns null where the web is not built (API only). */
  static async read(folder: string): Promise<PageTemplates | null> {
    try {
      const [index, booking, visit] = await Promise.all([
        readFile(join(folder, 'index.html'), 'utf8'),
        readFile(join(folder, 'booking.html'), 'utf8'),
        readFile(join(folder, 'visit.html'), 'utf8'),
      ]);
      const { firstPaint }: { firstPaint: FirstPaint } = await import(
        pathToFileURL(join(folder, 'first-paint.js')).href
      );
      return new PageTemplates({ index, booking, visit }, firstPaint);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /**
   * Returns the public page with its data and its first paint, so that neither needs a second request; with null the
   * page fetches its data itself. The first paint reacts to nothing until the page's program replaces it.
   */
  booking(data: BookingPageData | null): Page {
    const json = JSON.stringify(data);
    const known = this.#rendered.get(json);
    if (known) return known;
    const root = data ? `<div id="root" inert>${this.#firstPaint(data)}</div>` : EMPTY_ROOT;
    const page: Page = {
      texts: this.#booking.map((text) => fill(text, titleOf(data), json, root)),
      trustedTypes: "'none'",
    };
    this.#rendered.set(json, page);
    return page;
  }
}

/**
 * Fills in the data. The texts were split at the nonce's mark before, so practitioners' texts are never searched for
 * it.
 */
function fill(text: string, title: string, json: string, root: string): string {
  return text
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeText(title)}</title>`)
    .replace(EMPTY_ROOT, () => root)
    .replace(
      DATA_MARK,
      () => `<script type="application/json" id="page-data">${json.replaceAll('<', '\\u003c')}</script>`,
    );
}

function titleOf(data: BookingPageData | null): string {
  if (!data) return 'Запись на консультацию';
  return data.page ? `${data.page.name} — запись на консультацию` : 'Психолог не найден';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
