import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const webFile = (name: string) => fileURLToPath(new URL(`./web/${name}`, import.meta.url));

/** Screens that people come back to, by address: what each needs beyond the program itself is fetched along with it. */
export const SCREENS: Record<string, string[]> = {
  '': ['public/landing/LandingPage.tsx'],
  '/dashboard': ['practice/clients/ClientsPage.tsx'],
  '/dashboard/sessions': ['practice/sessions/SessionsPage.tsx'],
  '/dashboard/calendar': ['practice/calendar/CalendarPage.tsx'],
  '/dashboard/notes': ['practice/notes/NotesPage.tsx'],
  '/dashboard/online-booking': ['practice/booking/OnlineBookingPage.tsx'],
  '/dashboard/profile': ['account/profile/ProfilePage.tsx', 'account/profile/ChosenSection.tsx'],
};

const mantine = (...names: string[]) => names.map((name) => `node_modules/@mantine/${name}`);
const hooks = (...names: string[]) => mantine(...names.map((name) => `hooks/esm/${name}`));
const components = (...names: string[]) => mantine(...names.map((name) => `core/esm/components/${name}`));
const tabler = (...names: string[]) => names.map((name) => `node_modules/@tabler/icons-react/dist/esm/${name}.mjs`);
const icons = (...names: string[]) => tabler(...names.map((name) => `icons/Icon${name}`));

const withStyles = (name: string) => [`web/ui/${name}.tsx`, `web/ui/${name}.module.css`];
const inMoney = (...names: string[]) => names.map((name) => `web/practice/money/${name}`);

/**
 * Left alone, every set of screens that shares a module gets a chunk of its own: fifty small files for one page. Here a
 * module belongs to the first chunk that names its folder, that `ENTRIES` gives it, or one of whose modules imports it: so
 * what several chunks share is named above them. What stands behind a click, the dialogs with their forms and checks, is
 * in none of the files that a screen waits for.
 */
const FOLDERS = {
  react: [
    'node_modules/react',
    'node_modules/react-dom',
    'node_modules/scheduler',
    'web/ground/jsx',
    'web/ground/browser/store.ts',
    '\0rolldown',
  ],
  // What visits share with the dashboard, and the booking page does without.
  meeting: ['domain/places/link.ts', 'domain/visits/late-terms.ts'],
  'visit-rules': ['domain/visits/visit-rules.ts'],
  // Public pages load few icons of all that there are.
  shared: [
    ...tabler('createReactComponent', 'defaultAttributes'),
    ...icons('AlertTriangle', 'ChevronLeft', 'ChevronRight', 'CircleCheck', 'InfoCircle'),
    '\0vite',
  ],
  // What stands in dialogs, forms and the palette alone.
  'dialog-icons': icons(
    'AdjustmentsHorizontal',
    'Archive',
    'CalendarPlus',
    'CornerDownLeft',
    'Download',
    'Eraser',
    'History',
    'Printer',
    'Quote',
    'Settings',
    'Share2',
  ),
  'form-icons': icons('ArrowRight', 'ChevronUp', 'Copy', 'Dots', 'Message', 'Pencil', 'Template', 'Trash'),
  // Of a session that is read, of templates and of money.
  'press-icons': icons('ArrowDown', 'ArrowUp', 'CalendarX', 'Eye', 'EyeOff', 'Repeat', 'Tag', 'UserOff'),
  floating: ['node_modules/@floating-ui'],
  // The page of a visit loads it once it is heard.
  say: ['web/ui/say/say.ts'],
  // A sign-in has no other part of what forms share.
  rules: ['domain/rule.ts', 'domain/accounts', 'domain/text/readable-text.ts', 'domain/text/storable.ts'],
  // How names and phones are compared and dialled: screens without a list of people need none of it.
  people: [
    'domain/clients/client-search.ts',
    'domain/clients/phone-numbers.ts',
    'domain/text/fold.ts',
    'domain/text/isolated.ts',
    'domain/text/line-end.ts',
    'web/ground/format/tel-link.ts',
  ],
  base: [
    'web/ground/api',
    'web/ui/page',
    'web/ui/form/submit-once.ts',
    // What stands in the frame of every screen, and in many of them.
    ...icons(
      'Calendar',
      'ChevronDown',
      'ClockHour4',
      'Inbox',
      'Lock',
      'Logout',
      'Menu2',
      'Moon',
      'Notebook',
      'Plus',
      'Refresh',
      'Search',
      'Sun',
      'UserCircle',
      'Users',
      'Wallet',
      'WifiOff',
    ),
    'node_modules/@tanstack/react-query',
    'node_modules/@tanstack/query-core',
    ...mantine('core/esm/core'),
    ...hooks('utils', 'use-merged-ref', 'use-mounted', 'use-uncontrolled'),
    ...components('Input', 'InputBase', 'TextInput'),
  ],
  // Of a meeting in a row and in the form of a session.
  places: ['domain/places/place.ts', 'web/practice/places/place-words.ts', 'web/practice/places/JoinLink.tsx'],
  // Of screens where something is chosen or written; a plain list does without.
  fields: [
    'web/ui/form/Select.tsx',
    ...withStyles('base/NotOpened'),
    'web/ui/dialog/copy-text.tsx',
    'web/ui/dialog/confirm-deletion.ts',
    'web/ui/dialog/use-copy.ts',
    'web/practice/record-form/create-once.ts',
    ...icons('Selector'),
  ],
  // Long texts; working hours have none.
  writing: [
    ...components('Textarea'),
    ...['CopyTyped.tsx', 'DeletedElsewhere.tsx', 'FieldOfRecord.tsx'].map((name) => `web/practice/record-form/${name}`),
  ],
  // Behind a click, except of the profile.
  'form-parts': ['FieldStack.tsx', 'SubmitButton.tsx', 'form-focus.ts'].map((name) => `web/ui/form/${name}`),
  // What asks for a password.
  password: [
    'node_modules/@mantine/form',
    'web/account/access/account-fields.tsx',
    'web/ui/form/PasswordField.tsx',
    'web/ui/form/show-refusal.ts',
  ],
  // What stands around every section of the profile.
  profile: ['ProfilePage.module.css', 'ProfileSection.tsx', 'SectionMenu.tsx', 'sections.tsx'].map(
    (name) => `web/account/profile/${name}`,
  ),
  // Days, hours and working hours; a list of sessions knows instants alone.
  hours: [
    'domain/time/iso-date.ts',
    'domain/time/wall-time.ts',
    'domain/availability/default-hours.ts',
    'web/practice/availability/lists.ts',
    'web/practice/availability/queries.ts',
  ],
  'date-field': [...withStyles('date-field/DateField'), 'web/ground/format/typed-date.ts'],
  'number-field': [...withStyles('form/NumberField'), 'web/ground/format/typed-number.ts'],
  // What the calendar shares with the form of a session: a few lines each.
  times: [
    'domain/availability/days-off.ts',
    'domain/letters/is-ahead.ts',
    'web/practice/letters/letter-address.ts',
    'web/practice/own-profile/change-seen.ts',
    ...['day-layout', 'instant-at', 'overlap'].map((name) => `web/practice/sessions/${name}.ts`),
  ],
  series: [
    'domain/series/series.ts',
    'domain/series/occurrences.ts',
    ...['lists', 'queries', 'words'].map((name) => `web/practice/series/${name}.ts`),
  ],
  // What lists and pages of clients share.
  clients: [
    'domain/clients/client-limit.ts',
    'domain/clients/tags.ts',
    ...['letters-off', 'lists', 'queries'].map((name) => `web/practice/clients/${name}.ts`),
    ...icons('UserPlus'),
  ],
  // Of rows that can be paid or marked: a day without a long list needs no more.
  focus: ['web/ui/list/keep-focus-near.ts'],
  // Whether money is worked with at all: asked where no amount is.
  'money-used': inMoney('used.ts'),
  // What amounts are read, typed and covered with, and apart from it what pays a session of a list.
  amounts: ['domain/money/amount.ts', ...inMoney('amount-text.ts', 'amounts-hidden.ts', 'Amount.tsx')],
  paying: inMoney('RowMoney.tsx', 'PaidButton.tsx', 'use-paid.ts', 'queries.ts'),
  'price-fields': inMoney('AmountField.tsx', 'PriceField.tsx', 'words.ts'),
  // Of rows and strips: home needs nothing else of what long lists share.
  badges: [
    ...withStyles('base/StatusBadge'),
    ...icons('Check', 'Circle', 'CircleDashed', 'Clock'),
    'web/ui/list/show-more.ts',
  ],
  // What a long list is made of; home has none.
  lists: [
    ...withStyles('list/LongList'),
    ...['ListFailure.tsx', 'PlainList.tsx', 'use-listing.ts'].map((name) => `web/ui/list/${name}`),
  ],
  // Which letters follow a change of a session or a request.
  letters: [
    'domain/letters/letter.ts',
    ...['late-letter-line', 'leaving', 'settling'].map((name) => `web/practice/letters/${name}.ts`),
  ],
  screens: ['web/practice/sessions/day/boundary.ts'],
  // What home shares with the list of sessions.
  day: ['web/practice/sessions/day', 'web/practice/news'],
  // Stands in forms; its panel comes behind them.
  questions: [...withStyles('dialog/Dialog'), 'web/ui/dialog/ConfirmDialog.tsx'],
  dialogs: ['web/ui/dialog'],
  forms: ['web/practice/record-form'],
  // What the form of a session shares with the dialog that repeats one, and with the ways to read and write a session.
  plans: ['calls.ts', 'preview-again.ts', 'repeat.ts', 'RepeatFields.tsx', 'RepeatFields.module.css'].map(
    (name) => `web/practice/series/${name}`,
  ),
  'session-parts': [
    'web/practice/sessions/SessionForm.module.css',
    ...['sessions/WrittenTexts', 'sessions/SessionTextFields', 'templates/InsertTemplate'].map(
      (name) => `web/practice/${name}.tsx`,
    ),
  ],
  choices: components('Combobox', 'Popover', 'Select'),
};

/** Of our own modules also those that an entry imports directly or not, but not lazily, or at least two screens. */
const ENTRIES: Record<string, string[]> = {
  shared: ['public/booking-page/main.tsx', 'public/visit-page/main.tsx'],
  base: ['main.tsx'],
  // What the home page shares with the list of sessions alone, and the profile with one screen, others need not load.
  screens: Object.values(SCREENS).slice(1, -1).flat(),
};
const PUBLIC = ['web/public/booking-page', 'web/public/visit-page', 'web/public/visitor'];

/** Whether a module is in one of these folders, or is one of these files. */
const isIn = (places: readonly string[], id: string) =>
  places.some((place) => id.includes(`${place}/`) || id.endsWith(place));

function importsOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([entry]);
  for (const id of found) {
    const { importedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const next of importedIds) if (!isIn(['node_modules'], next)) found.add(next);
  }
  found.delete(entry);
  return found;
}

/** The chunk of a module: by its folder, or by what imports it. */
function group([name, folders]: [string, string[]], index: number): Rolldown.CodeSplittingGroup {
  const entries = (ENTRIES[name] ?? []).map((entry) => webFile(entry));
  let imports: Set<string>[] | null = null;
  const isImported = (id: string, context: Rolldown.ChunkingContext) => {
    imports ??= entries.map((entry) => importsOf(entry, context));
    return imports.filter((found) => found.has(id)).length >= (name === 'screens' ? 2 : 1);
  };
  return {
    debugName: name,
    priority: Object.keys(FOLDERS).length - index,
    test: (id) => !isIn(PUBLIC, id),
    name: (id, context) => (isIn(folders, id) || (entries.length > 0 && isImported(id, context)) ? name : null),
  };
}

// A file that was renamed would fall into whichever chunk imports it first, and every screen of that one would load it.
const missing = Object.values(FOLDERS)
  .flat()
  .filter((name) => !name.startsWith('\0') && !existsSync(fileURLToPath(new URL(name, import.meta.url))));
if (missing.length > 0) throw new Error(`The chunks name what is not there: ${missing.join(', ')}`);

export const CHUNKS = Object.entries(FOLDERS).map(group);
