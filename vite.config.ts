import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const api = { target: 'http://127.0.0.1:8090', changeOrigin: false };

/** In development the public page answers under its own address, as the server does it in production. */
function bookingAddress(): Plugin {
  return {
    name: 'kabinet-booking-address',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/booking\/[^/.]+\/?(\?|$)/.test(request.url ?? '')) request.url = '/booking.html';
        next();
      });
    },
  };
}

/** Screens that people come back to, by address: what each needs beyond the program itself is fetched along with it. */
const SCREENS = {
  '': 'landing/LandingPage.tsx',
  '/dashboard': 'clients/ClientsPage.tsx',
  '/dashboard/sessions': 'sessions/SessionsPage.tsx',
  '/dashboard/calendar': 'calendar/CalendarPage.tsx',
  '/dashboard/notes': 'notes/NotesPage.tsx',
  '/dashboard/online-booking': 'booking/OnlineBookingPage.tsx',
  '/dashboard/profile': 'profile/ProfilePage.tsx',
};

/** Has the page of a signed-in person ask for what it is going to need while the program itself is on its way. */
function headStart(): Plugin {
  let apiUrl = '';
  return {
    name: 'kabinet-head-start',
    configResolved: ({ env }) => {
      apiUrl = String(env['VITE_API_URL'] ?? '').replace(/\/$/, '');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (entry?.name !== 'index') return html;
        const known = filesOf(bundle, entry);
        const screens = Object.entries(SCREENS).map(([address, module]) => {
          const chunk = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.facadeModuleId === path(`./web/${module}`),
          );
          if (chunk?.type !== 'chunk') throw new Error(`${module} is no chunk of its own`);
          return [address, [...filesOf(bundle, chunk)].filter((file) => !known.has(file))];
        });
        const code = readFileSync(path('./web/head-start.js'), 'utf8')
          .replace('SCREENS', () => JSON.stringify(Object.fromEntries(screens)))
          .replace('API_URL', () => JSON.stringify(apiUrl));
        return html.replace('<!--head-start-->', () => `<script>${code}</script>`);
      },
    },
  };
}

/** The addresses of a chunk, of what it imports and of their styles. */
function filesOf(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(`/${chunk.fileName}`)) return found;
  found.add(`/${chunk.fileName}`);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(bundle, imported, found);
  }
  return found;
}

/** The few styles of the public page stand in it: its first picture waits for nothing else. */
function stylesInside(): Plugin {
  return {
    name: 'kabinet-styles-inside',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (entry?.name !== 'booking') return html;
        return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
          const style = bundle[file];
          if (style?.type !== 'asset') throw new Error(`${file} is no style`);
          return `<style>${String(style.source).trim()}</style>`;
        });
      },
    },
  };
}

/**
 * Left alone, every set of screens that shares a module gets a chunk of its own: fifty small files for one page. What
 * all screens need is one file, and so is each thing that only some of them need. What stands behind a click, the
 * dialogs with their forms and checks, is in none of the files that a screen waits for. The public page shares React,
 * words and paper, and nothing of the dashboard.
 */
const chunks = [
  { name: 'react', priority: 9, test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/ },
  {
    name: 'paper',
    priority: 8,
    test: /node_modules\/@tabler\/|\/web\/(?:ui\/base|fonts|format|browser)\/|\/domain\/(?:time\/|text\/(?!readable-text)|clients\/phone|booking\/booking\.)|vite\/preload-helper/,
  },
  {
    name: 'lists',
    priority: 4,
    test: /@tanstack\/(?:react-)?virtual|\/web\/ui\/list\/|\/web\/clients\/ClientList\./,
  },
  { name: 'zod', priority: 7, test: /node_modules\/zod\// },
  {
    name: 'base',
    priority: 6,
    test: /node_modules\/(?:@babel\/runtime|@tanstack\/(?:react-)?(?:router|query|store|history)|pocketbase|@mantine\/(?:notifications\/esm\/notifications|store|hooks\/esm\/(?:use-callback-ref|use-merged-ref|use-mounted|use-uncontrolled|utils)|core\/esm\/.*\/to-int|core\/esm\/(?:core|components\/(?:Button|ActionIcon|CloseButton|Loader|Portal|Input|InputBase|TextInput|UnstyledButton))\/))|\/web\/(?:api\/(?!cipher)|parts\/|ui\/(?:page|theme|dialog\/(?!DialogPanel)|form|toast\/(?!Toasts\.tsx)))/,
  },
  { name: 'scroll-lock', priority: 4, test: /react-remove-scroll/ },
  {
    name: 'dialogs',
    priority: 3,
    test: /\/web\/ui\/dialog\/DialogPanel|components\/(?:Modal|ModalBase|ScrollArea|Overlay|FocusTrap|Paper)\//,
  },
  {
    name: 'frame',
    priority: 3,
    test: /\/web\/(?:shell\/(?!PhoneMenu)|practice\/|search\/(?:SearchButton|use-search-shortcut))/,
  },
  {
    name: 'practice',
    priority: 5,
    test: /\/web\/(?:clients\/(?:queries|tel-link|client-counter|use-client-limit)|sessions\/(?:queries|boundary|session-filter|session-search|instant-at|overlap|SessionStatusBadge|SessionDialogs))|\/domain\/(?:sessions\/session\.|profiles\/licence|availability\/default-hours|clients\/client-(?:limit|search))/,
  },
  {
    name: 'forms',
    priority: 2,
    test: /\/web\/record-form\/|components\/Textarea\/|react-textarea-autosize/,
  },
  { name: 'choices', priority: 1, test: /@floating-ui|components\/(?:Popover|Combobox|Select|Tooltip)\// },
];

const common = { root: path('./web'), plugins: [react()] };

/** Builds what draws the public page's first picture on the server, beside the pages. */
function firstPaint(): Plugin {
  let outDir = '';
  return {
    name: 'kabinet-first-paint',
    apply: 'build',
    configResolved: ({ build: { outDir: folder } }) => {
      outDir = folder;
    },
    closeBundle: async () => {
      await build({
        ...common,
        configFile: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"' },
        publicDir: false,
        ssr: { noExternal: true },
        build: {
          ssr: path('./web/booking-page/first-paint.tsx'),
          target: 'es2023',
          outDir,
          emptyOutDir: false,
          minify: true,
        },
      });
    },
  };
}

export default defineConfig({
  ...common,
  plugins: [...common.plugins, bookingAddress(), headStart(), stylesInside(), firstPaint()],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: path('./web/index.html'), booking: path('./web/booking.html') },
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: {
    port: 5173,
    // The web has a folder `api` of its own, whose modules are no calls to the server.
    proxy: { '^/api/(?!.*\\.ts)': api, '/_mail': api },
    fs: { allow: [path('.')] },
  },
});
