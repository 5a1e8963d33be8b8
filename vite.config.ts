import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { TARGETS } from './scripts/lib-floor.mjs';
import { CHUNKS, SCREENS } from './vite.chunks.ts';

/** Gives a browser `Temporal`. */
const TEMPORAL = 'temporal-polyfill/global';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const api = { target: 'http://127.0.0.1:8090', changeOrigin: false };

/** In development the public pages answer under their own addresses, as the server does it in production. */
function publicAddresses(): Plugin {
  return {
    name: 'kabinet-public-addresses',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/booking\/[^/.]+\/?(\?|$)/.test(request.url ?? '')) request.url = '/booking.html';
        if (/^\/visit(\?|$)/.test(request.url ?? '')) request.url = '/visit.html';
        next();
      });
    },
  };
}

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
      async handler(html, { bundle = {}, chunk: entry }) {
        if (entry?.name !== 'index') return html.replace('<!--head-start-->', '');
        const known = filesOf(bundle, entry);
        const screens = Object.entries(SCREENS).map(([address, modules]) => {
          const files = new Set(known);
          for (const module of modules) filesOf(bundle, chunkOf(bundle, module), files);
          return [address, [...files].filter((file) => !known.has(file))];
        });
        const code = await buildScript(path('./web/head-start.ts'), {
          SCREENS: JSON.stringify(Object.fromEntries(screens)),
          API_URL: JSON.stringify(apiUrl),
        });
        return html.replace('<!--head-start-->', () => code);
      },
    },
  };
}

/** Builds one script without modules, to stand in a page. */
async function buildScript(entry: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    root: path('./web'),
    configFile: false,
    logLevel: 'warn',
    define,
    publicDir: false,
    build: { write: false, target: TARGETS, lib: { entry, formats: ['iife'], name: 'headStart' } },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${entry} is no script`);
  return chunk.code.trim();
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const facade = path(`./web/${module}`);
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === facade);
  if (chunk?.type !== 'chunk') throw new Error(`${module} is no chunk of its own`);
  return chunk;
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

/** The head that all pages have in common. */
function commonHead(): Plugin {
  return {
    name: 'kabinet-common-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!--common-head-->', () => readFileSync(path('./web/head.html'), 'utf8')),
    },
  };
}

/** Puts into every page what cannot wait for its program: web/opening.ts. */
function opening(): Plugin {
  let code: Promise<string> | undefined;
  return {
    name: 'kabinet-opening',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const temporal = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'temporal');
        const address = temporal ? `/${temporal.fileName}` : `/@id/${TEMPORAL}`;
        code ??= buildScript(path('./web/opening.ts'), { TEMPORAL: JSON.stringify(address) });
        const script = await code;
        return html.replace('<!--opening-->', () => script);
      },
    },
  };
}

/** The few styles of a public page and its icon stand in it: its first picture waits for nothing else. */
function stylesInside(): Plugin {
  const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(path('./web/static/favicon.svg'), 'utf8').trim())}`;
  return {
    name: 'kabinet-styles-inside',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (entry?.name !== 'booking' && entry?.name !== 'visit') return html;
        return html
          .replace('"/favicon.svg"', `"${icon}"`)
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
            const style = bundle[file];
            if (style?.type !== 'asset') throw new Error(`${file} is no style`);
            return `<style>${String(style.source).trim()}</style>`;
          });
      },
    },
  };
}

/**
 * Asks for the styles of a page before anything else: Safari loads six files at a time in the order of the page, and the
 * first picture waits for them alone. Their own links stay below the scripts in the head, which would wait for a style above.
 */
function stylesFirst(): Plugin {
  return {
    name: 'kabinet-styles-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g)];
        const preloads = styles.map(([, href]) => `<link rel="preload" href="${href}" as="style" crossorigin />`);
        return html.replace('<link rel="preload"', (first) => `${preloads.join('')}${first}`);
      },
    },
  };
}

/** Reading the list of all 6,000 icons for the few in use takes a third of a build's memory and time. */
function iconsByModule(): Plugin {
  return {
    name: 'kabinet-icons-by-module',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: "from '@tabler/icons-react'" },
      handler: (code) =>
        code.replace(/import \{([^}]+)\} from '@tabler\/icons-react';/g, (_import, names: string) =>
          names.replace(/(\w+),?/g, "import $1 from '@tabler/icons-react/dist/esm/icons/$1.mjs';"),
        ),
    },
  };
}

const common = {
  root: path('./web'),
  publicDir: path('./web/static'),
  plugins: [iconsByModule(), react({ jsxImportSource: '#jsx' })],
};

/** Builds a module that runs outside of a browser into the folder of the pages. */
async function buildForNode(module: string, outDir: string): Promise<void> {
  await build({
    ...common,
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    ssr: { noExternal: true },
    build: { ssr: path(`./web/${module}`), target: 'es2023', outDir, emptyOutDir: false, minify: true },
  });
}

/** Builds what draws the public page's first picture on the server, and puts the dashboard's into its page. */
function firstPaints(): Plugin {
  let outDir = '';
  return {
    name: 'kabinet-first-paints',
    apply: 'build',
    configResolved: ({ build: { outDir: folder } }) => {
      outDir = folder;
    },
    closeBundle: async () => {
      await buildForNode('public/booking-page/first-paint.tsx', outDir);
      await buildForNode('app/first-frame/first-frame.tsx', outDir);
      const [page, frames] = [join(outDir, 'index.html'), join(outDir, 'first-frame.js')];
      const { firstFrames }: { firstFrames: string } = await import(`${pathToFileURL(frames).href}?${Date.now()}`);
      const html = await readFile(page, 'utf8');
      await writeFile(
        page,
        html.replace('<!--first-frames-->', () => firstFrames),
      );
      await rm(frames);
    },
  };
}

export default defineConfig({
  ...common,
  plugins: [
    ...common.plugins,
    publicAddresses(),
    commonHead(),
    opening(),
    headStart(),
    stylesInside(),
    stylesFirst(),
    firstPaints(),
  ],
  // The server puts a fresh nonce in its place with every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('./dist/web'),
    emptyOutDir: true,
    // Of the packages in the pages, for a release.
    license: true,
    target: TARGETS,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: path('./web/index.html'),
        booking: path('./web/booking.html'),
        visit: path('./web/visit.html'),
        temporal: TEMPORAL,
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/_mail': api },
    fs: { allow: [path('.')] },
  },
});
