import { defineConfig } from 'vite';

/** The server and the packages it needs, as one file: see docs/decisions/014-one-file.md. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'server/main.ts',
    target: 'node26',
    minify: false,
    // One file, because another build may replace the folder while the program runs.
    // A part of `pg` that needs a library of its own, fetched only where somebody asks for it by name.
    rolldownOptions: { external: ['pg-native'], output: { codeSplitting: false, keepNames: true } },
  },
});
