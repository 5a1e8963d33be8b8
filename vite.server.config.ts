import { defineConfig, type Plugin } from 'vite';

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * V8 keeps a program with one letter beyond Latin-1 in two bytes a character, which is 5 MB more at rest. An escape means
 * the same in strings, templates and regular expressions, but not behind a backslash.
 */
const ascii: Plugin = {
  name: 'kabinet-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const behind = /\\[\u0080-\uffff].*/.exec(file.code);
      if (behind) throw new Error(`A backslash before a letter cannot be escaped: ${behind[0]}`);
      file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped);
    }
  },
};

/** A program of the server and the packages it needs, as one file: see docs/decisions/014-one-file.md. `--ssr` names it. */
export default defineConfig({
  plugins: [ascii],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node26',
    minify: false,
    license: true,
    // One file, because another build may replace the folder while the program runs.
    // A part of `pg` that needs a library of its own, fetched only where somebody asks for it by name.
    rolldownOptions: { external: ['pg-native'], output: { codeSplitting: false, keepNames: true } },
  },
});
