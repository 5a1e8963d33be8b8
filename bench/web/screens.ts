import type { Page } from 'playwright';
import { DESKTOP, PHONE } from '#e2e/kabinet.ts';

export interface Screen {
  name: string;
  /** Of a visitor who is not signed in, on a phone; the practitioner sits at a desk. */
  public: boolean;
  viewport: { width: number; height: number };
  path: (bookingLink: string) => string;
  /** Until what one came for is there. */
  shown: (page: Page) => Promise<void>;
}

const card = (page: Page) => page.getByRole('main').getByRole('listitem').first().waitFor();

export const SCREENS: readonly Screen[] = [
  {
    name: 'public page',
    public: true,
    viewport: PHONE,
    path: (bookingLink) => new URL(bookingLink).pathname,
    shown: (page) => page.locator('#root:not([inert])').getByRole('grid').waitFor(),
  },
  { name: 'clients', public: false, viewport: DESKTOP, path: () => '/dashboard', shown: card },
  { name: 'sessions', public: false, viewport: DESKTOP, path: () => '/dashboard/sessions', shown: card },
  {
    name: 'calendar',
    public: false,
    viewport: DESKTOP,
    path: () => '/dashboard/calendar?view=week',
    shown: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /\d{2}:\d{2}/ })
        .first()
        .waitFor(),
  },
];
