import type { Page } from 'playwright';
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
    card: 'main li [data-stop]',
    shown: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /\d{2}:\d{2}/ })
        .first()
        .waitFor(),
  },
];

/** The other addresses; their weight alone is held. */
export interface FurtherScreen extends Pick<Screen, 'name' | 'card'> {
  path: (ids: { client: string; session: string }) => string;
  /** Compressed bytes of script, of all that is asked for until the card is there. */
  script: number;
  /** Without a sign-in. */
  out?: true;
  /** How many lists it reads beyond those that come with the page; left out where it has no list. */
  lists?: number;
}

const TOKEN = `#token=a.${btoa('{"email":"anna@example.ru","newEmail":"anna@example.ru"}')}.c`;
const FIELD = '#root form input';

export const FURTHER_SCREENS: readonly FurtherScreen[] = [
  { name: 'sign-in', path: () => '/auth', card: FIELD, script: 162_000, out: true },
  { name: 'confirmed address', path: () => `/auth/verify${TOKEN}`, card: '#root h1', script: 151_000, out: true },
  { name: 'new password', path: () => `/auth/reset${TOKEN}`, card: '#root h1', script: 158_500, out: true },
  { name: 'new address', path: () => `/auth/email${TOKEN}`, card: FIELD, script: 158_500, out: true },
  // A day without sessions asks whether there are any at all.
  { name: 'home', path: () => '/', card: '#root h1', script: 172_000, lists: 1 },
  { name: 'notes', path: () => '/dashboard/notes', card: '#root main li', script: 162_000, lists: 0 },
  { name: 'online booking', path: () => '/dashboard/online-booking', card: '#root main li', script: 176_000, lists: 0 },
  {
    name: 'client’s page',
    path: ({ client }) => `/dashboard/clients/${client}`,
    card: '#root main h1',
    script: 177_500,
  },
  { name: 'clients to choose from', path: () => '/dashboard/sessions/new', card: '#root main li a', script: 162_000 },
  { name: 'new session', path: ({ client }) => `/dashboard/sessions/new/${client}`, card: FIELD, script: 213_500 },
  { name: 'session', path: ({ session }) => `/dashboard/sessions/edit/${session}`, card: FIELD, script: 210_500 },
  { name: 'profile', path: () => '/dashboard/profile', card: FIELD, script: 162_500 },
  // Its chart comes behind it.
  { name: 'money', path: () => '/dashboard/money', card: '#root main section', script: 178_500 },
  { name: 'journal', path: () => '/dashboard/profile/journal', card: '#root main section li', script: 167_500 },
  { name: 'hours', path: () => '/dashboard/availability-settings', card: FIELD, script: 187_500 },
];
