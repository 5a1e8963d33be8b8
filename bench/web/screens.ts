import type { Page } from 'playwright';
import { WEIGHT } from '#bench/web/bars.ts';
import { DESKTOP, PHONE } from '#e2e/kabinet.ts';

export interface Screen {
  name: string;
  /** Of a visitor who is not signed in, on a phone; the practitioner sits at a desk. */
  public: boolean;
  viewport: { width: number; height: number };
  path: (bookingLink: string) => string;
  /** What one came for, as a selector … */
  card: string;
  /** … and until it is there. */
  shown: (page: Page) => Promise<void>;
}

/** Not the place that waits for one. */
const CARD = '#root main li button';
const card = (page: Page) => page.getByRole('main').getByRole('listitem').first().waitFor();

export const SCREENS: readonly Screen[] = [
  {
    name: 'public page',
    public: true,
    viewport: PHONE,
    path: (bookingLink) => new URL(bookingLink).pathname,
    card: '[data-date]',
    shown: (page) => page.locator('#root:not([inert])').getByRole('grid').waitFor(),
  },
  { name: 'clients', public: false, viewport: DESKTOP, path: () => '/dashboard', card: CARD, shown: card },
  {
    name: 'sessions',
    public: false,
    viewport: DESKTOP,
    path: () => '/dashboard/sessions',
    card: CARD,
    shown: card,
  },
  {
    name: 'calendar',
    public: false,
    viewport: DESKTOP,
    path: () => '/dashboard/calendar?view=week',
    card: 'main [data-session]',
    shown: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /\d{2}:\d{2}/ })
        .first()
        .waitFor(),
  },
];

const headed = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('heading', { name }).waitFor();

/** Others that people come back to; their weight alone is held. */
export const FURTHER_SCREENS: readonly (Screen & { script: number })[] = [
  { path: '/', name: 'home', head: /^Добр/, script: WEIGHT.dashboard.script },
  { path: '/dashboard/notes', name: 'notes', head: /^Заметки$/, script: WEIGHT.larger.script },
  { path: '/dashboard/online-booking', name: 'online booking', head: /^Онлайн/, script: WEIGHT.larger.script },
].map(({ path, name, head, script }) => ({
  name,
  script,
  public: false,
  viewport: DESKTOP,
  path: () => path,
  card: CARD,
  shown: headed(head),
}));
