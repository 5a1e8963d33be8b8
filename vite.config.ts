import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

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

/**
 * Left alone, every set of screens that shares a module gets a chunk of its own: fifty small files for one page. What
 * all screens need is one file, and so is each thing that only some of them need. The public page shares React, words
 * and paper, and nothing of the dashboard.
 */
const chunks = [
  { name: 'react', priority: 9, test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'icons', priority: 8, test: /node_modules\/@tabler\// },
  {
    name: 'paper',
    priority: 8,
    test: /\/web\/(?:ui\/(?:tokens|base|Lamp|Mark|SingleCard|InlineBox|StatusBadge)\.|fonts\/)/,
  },
  {
    name: 'words',
    priority: 8,
    test: /\/web\/(?:format\/|ui\/day-by-key|api\/(?:storage|record-id))|\/domain\/(?:time|text)\/|vite\/preload-helper/,
  },
  {
    name: 'base',
    priority: 7,
    test: /node_modules\/(?:@tanstack\/(?:react-)?(?:router|query|store|history)|pocketbase|@mantine\/core\/esm\/(?:core|components\/(?:Button|ActionIcon|Loader|Transition|UnstyledButton))\/)|\/web\/(?:api\/|ui\/(?:UiProvider|theme|color-scheme|use-))/,
  },
  { name: 'zod', priority: 6, test: /node_modules\/zod\// },
  {
    name: 'toasts',
    priority: 5,
    test: /@mantine\/notifications|react-transition-group|react-remove-scroll|components\/(?:CloseButton|Portal)\//,
  },
  {
    name: 'fields',
    priority: 4,
    test: /@mantine\/(?:form|core\/esm\/components\/(?:Input|InputBase|TextInput|PasswordInput))\//,
  },
  { name: 'parts', priority: 3, test: /\/web\/ui\/(?!DialogPanel|Dialog\.module|Toasts|DateField)/ },
  {
    name: 'dialogs',
    priority: 2,
    test: /@floating-ui|\/web\/ui\/Dialog|components\/(?:Modal|ModalBase|Drawer|ScrollArea|Overlay|FocusTrap|Paper)\//,
  },
  { name: 'choices', priority: 1, test: /components\/(?:Popover|Combobox|Select|Tooltip)\// },
];

export default defineConfig({
  root: path('./web'),
  plugins: [react(), bookingAddress()],
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
