import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { DrawnPage, NONCE_MARK } from '#server/pages/drawn-page.ts';

const DATA_MARK = '<!--page-data-->';
const EMPTY_ROOT = '<div id="root"></div>';

/** Pages without data that are kept, a few dozen KB each. */
const MOST_BLANK = 50;

/** Draws the public page as a visitor sees it first. */
type FirstPaint = (data: BookingPageData) => string;

/** The HTML files that the web's build made. */
export class PageTemplates {
  readonly #booking: string;
  readonly #application: DrawnPage;
  readonly #firstPaint: FirstPaint;
  /** By title, the one that was used last at the end. */
  readonly #blank = new Map<string, DrawnPage>();

  private constructor(files: Record<'index' | 'booking', string>, firstPaint: FirstPaint) {
    this.#booking = files.booking;
    this.#application = new DrawnPage(files.index.split(NONCE_MARK), 'default');
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
  get application(): DrawnPage {
    return this.#application;
  }

  /**
   * The public page with its data and its first picture inside, so that neither needs a second request. Nothing of the
   * picture can be used before the page's program has put itself in its place.
   */
  booking(data: BookingPageData, title: string): DrawnPage {
    return this.#fill(title, JSON.stringify(data), `<div id="root" inert>${this.#firstPaint(data)}</div>`);
  }

  /** The public page that asks for its data itself. */
  blankBooking(title: string): DrawnPage {
    const page = this.#blank.get(title) ?? this.#fill(title, 'null', EMPTY_ROOT);
    this.#blank.delete(title);
    this.#blank.set(title, page);
    for (const oldest of this.#blank.keys()) if (this.#blank.size > MOST_BLANK) this.#blank.delete(oldest);
    return page;
  }

  #fill(title: string, json: string, root: string): DrawnPage {
    // The nonce's places first: what a practitioner is called is none.
    const texts = this.#booking.split(NONCE_MARK).map((text) =>
      text
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeText(title)}</title>`)
        .replace(EMPTY_ROOT, () => root)
        .replace(
          DATA_MARK,
          () => `<script type="application/json" id="page-data">${json.replaceAll('<', '\\u003c')}</script>`,
        ),
    );
    return new DrawnPage(texts, "'none'");
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
