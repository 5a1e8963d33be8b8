import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { queryClient } from '#web/ground/api/query-client.ts';
import { painted } from '#web/ground/parts/after-paint.ts';
import { onlySignedIn, printFilledSearch, screen, signedIn, texts } from '#web/routing.ts';
import { profileQuery } from '#web/practice/own-profile/queries.ts';
import { DashboardLayout } from '#web/app/shell/DashboardLayout.tsx';
import { RootLayout } from '#web/app/shell/RootLayout.tsx';
import { NotFoundPage } from '#web/app/shell/NotFoundPage.tsx';
import { ScreenFailure } from '#web/app/shell/ScreenFailure.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The tab's title is '<title> — Кабинет'. */
    title?: string;
  }
}

const root = createRootRoute({
  component: RootLayout,
  errorComponent: ScreenFailure,
});

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: screen(() => import('#web/public/landing/LandingPage.tsx'), 'LandingPage'),
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  staticData: { title: 'Вход' },
  beforeLoad: () => {
    if (signedIn()) redirect({ to: '/', replace: true, throw: true });
  },
  component: screen(() => import('#web/account/access/AuthPage.tsx'), 'AuthPage'),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: '/auth/verify',
  staticData: { title: 'Подтверждение email' },
  component: screen(() => import('#web/account/access/VerifyPage.tsx'), 'VerifyPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset',
  staticData: { title: 'Новый пароль' },
  component: screen(() => import('#web/account/access/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/email',
  staticData: { title: 'Смена email' },
  component: screen(() => import('#web/account/access/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
});

const takeBackEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/email-back',
  staticData: { title: 'Прежний email' },
  component: screen(() => import('#web/account/access/TakeBackEmailPage.tsx'), 'TakeBackEmailPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: ({ cause, preload, matches, location }) => {
    onlySignedIn(location.href);
    // The menu highlights the clicked screen first: rendering a new screen takes longer than a frame.
    return cause === 'stay' && !preload && matches.at(-1)?.cause === 'enter' ? painted() : undefined;
  },
  // Its screens render once the profile is loaded.
  loader: () => void queryClient.prefetchQuery(profileQuery()),
  component: DashboardLayout,
});

const clients = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  staticData: { title: 'Клиенты' },
  validateSearch: texts('q', 'client', 'archive', 'unagreed', 'tag'),
  component: screen(() => import('#web/practice/clients/ClientsPage.tsx'), 'ClientsPage'),
});

const client = createRoute({
  getParentRoute: () => dashboard,
  path: '/clients/$clientId',
  staticData: { title: 'Карта клиента' },
  validateSearch: texts('tab', 'q'),
  component: screen(() => import('#web/practice/clients/card/ClientPage.tsx'), 'ClientPage'),
});

const sessions = createRoute({
  getParentRoute: () => dashboard,
  path: '/sessions',
  staticData: { title: 'Сессии' },
  validateSearch: texts('q', 'session', 'write'),
  component: screen(() => import('#web/practice/sessions/SessionsPage.tsx'), 'SessionsPage'),
});

const clientPicker = createRoute({
  getParentRoute: () => dashboard,
  path: '/sessions/new',
  staticData: { title: 'Новая сессия' },
  validateSearch: texts('q', 'date', 'time', 'view', 'from'),
  component: screen(() => import('#web/practice/clients/ClientPickerPage.tsx'), 'ClientPickerPage'),
});

const newSession = createRoute({
  getParentRoute: () => dashboard,
  path: '/sessions/new/$clientId',
  staticData: { title: 'Новая сессия' },
  validateSearch: texts('date', 'time', 'view', 'from'),
  component: screen(() => import('#web/practice/clients/NewSessionPage.tsx'), 'NewSessionPage'),
});

const editSession = createRoute({
  getParentRoute: () => dashboard,
  path: '/sessions/edit/$sessionId',
  staticData: { title: 'Редактирование сессии' },
  component: screen(() => import('#web/practice/sessions/EditSessionPage.tsx'), 'EditSessionPage'),
});

const editNothing = createRoute({
  getParentRoute: () => dashboard,
  path: '/sessions/edit',
  beforeLoad: () => {
    redirect({ to: '/dashboard/sessions', replace: true, throw: true });
  },
});

const calendar = createRoute({
  getParentRoute: () => dashboard,
  path: '/calendar',
  staticData: { title: 'Календарь' },
  validateSearch: texts('view', 'date', 'day', 'session', 'write'),
  component: screen(() => import('#web/practice/calendar/CalendarPage.tsx'), 'CalendarPage'),
});

const notes = createRoute({
  getParentRoute: () => dashboard,
  path: '/notes',
  staticData: { title: 'Заметки' },
  validateSearch: texts('q', 'note', 'edit', 'year'),
  component: screen(() => import('#web/practice/notes/NotesPage.tsx'), 'NotesPage'),
});

const onlineBooking = createRoute({
  getParentRoute: () => dashboard,
  path: '/online-booking',
  staticData: { title: 'Онлайн-запись' },
  validateSearch: texts('request'),
  component: screen(() => import('#web/practice/booking/OnlineBookingPage.tsx'), 'OnlineBookingPage'),
});

const money = createRoute({
  getParentRoute: () => dashboard,
  path: '/money',
  staticData: { title: 'Деньги' },
  validateSearch: texts('year', 'client', 'receipt'),
  component: screen(() => import('#web/practice/ledger/MoneyPage.tsx'), 'MoneyPage'),
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: '/profile',
  staticData: { title: 'Профиль' },
  component: screen(() => import('#web/account/profile/ProfilePage.tsx'), 'ProfilePage'),
});

const profileSection = createRoute({
  getParentRoute: () => profile,
  path: '/',
  validateSearch: texts('section'),
  component: screen(() => import('#web/account/profile/ChosenSection.tsx'), 'ChosenSection'),
});

const journal = createRoute({
  getParentRoute: () => profile,
  path: '/journal',
  staticData: { title: 'Журнал' },
  validateSearch: texts('client', 'until'),
  component: screen(() => import('#web/practice/journal/JournalPage.tsx'), 'JournalPage'),
});

const availability = createRoute({
  getParentRoute: () => dashboard,
  path: '/availability-settings',
  staticData: { title: 'Рабочие часы' },
  component: screen(() => import('#web/practice/availability/AvailabilityPage.tsx'), 'AvailabilityPage'),
});

const legacyPicker = createRoute({
  getParentRoute: () => root,
  path: '/sessions/new',
  beforeLoad: () => {
    onlySignedIn();
    redirect({ to: '/dashboard/sessions/new', replace: true, throw: true });
  },
});

const legacyNew = createRoute({
  getParentRoute: () => root,
  path: '/sessions/new/$clientId',
  beforeLoad: ({ params }) => {
    onlySignedIn();
    redirect({ to: '/dashboard/sessions/new/$clientId', params, replace: true, throw: true });
  },
});

const legacyEdit = createRoute({
  getParentRoute: () => root,
  path: '/sessions/edit/$sessionId',
  beforeLoad: ({ params }) => {
    onlySignedIn();
    redirect({ to: '/dashboard/sessions/edit/$sessionId', params, replace: true, throw: true });
  },
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: 'Страница не найдена' },
  beforeLoad: ({ location }) => {
    if (location.pathname.startsWith('/dashboard')) onlySignedIn();
  },
  component: NotFoundPage,
});

/** All addresses, specification §2. The public page /booking/{hash} is a separate page. */
const routeTree = root.addChildren([
  landing,
  auth,
  verify,
  reset,
  confirmEmail,
  takeBackEmail,
  dashboard.addChildren([
    clients,
    client,
    sessions,
    clientPicker,
    newSession,
    editSession,
    editNothing,
    calendar,
    notes,
    onlineBooking,
    money,
    profile.addChildren([profileSection, journal]),
    availability,
  ]),
  legacyPicker,
  legacyNew,
  legacyEdit,
  anythingElse,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailure,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  // The router's own parser would turn ?q=19.11 into a number.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: printFilledSearch,
});

export type AppRouter = typeof router;
