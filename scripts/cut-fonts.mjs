/**
 * Cuts Golos Text (SIL OFL 1.1, see web/ground/fonts/OFL.txt) into the files of web/ground/fonts: weights 400–600, only the characters
 * that Kabinet shows, layout features kept. Run by hand when the characters change, and commit what it writes:
 *
 *   node scripts/cut-fonts.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const SOURCE = 'node_modules/@fontsource-variable/golos-text/files';

/**
 * @param {string} first
 * @param {string} last
 */
function range(first, last) {
  const start = first.codePointAt(0) ?? 0;
  const end = last.codePointAt(0) ?? 0;
  return String.fromCodePoint(...Array.from({ length: end - start + 1 }, (_, index) => start + index));
}

// The only Latin word of the public form, whose page then needs no third file.
const email = 'Email';
const letters = [...range('A', 'Z'), ...range('a', 'z')].filter((letter) => !email.includes(letter)).join('');
const ascii = [...range(' ', '~')].filter((character) => !letters.includes(character)).join('');

// In names of Ukraine, Belarus and Kazakhstan, and of Tatars and Bashkirs; the package has them in two files.
const western = 'ЄєІіЇїЎўҐґҰұ';
const eastern = 'ҒғҖҗҘҙҚқҠҡҢңҪҫҮүҺһӘәӨө';

// The package has the sign of the ruble beside letters that Kabinet does not show: only pages with an amount load it.
const ruble = '₽';

const cuts = [
  { name: 'golos-cyr', source: 'cyrillic', characters: `${range('А', 'я')}Ёё№` },
  { name: 'golos-west', source: 'cyrillic', characters: western },
  { name: 'golos-east', source: 'cyrillic-ext', characters: eastern },
  { name: 'golos-num', source: 'latin', characters: `${ascii}\u00A0«»·×–—‘’“„•…−` },
  { name: 'golos-lat', source: 'latin', characters: letters },
  { name: 'golos-rub', source: 'latin-ext', characters: ruble },
];

for (const { name, source, characters } of cuts) {
  const font = await readFile(`${SOURCE}/golos-text-${source}-wght-normal.woff2`);
  const cut = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  await writeFile(fileURLToPath(new URL(`../web/ground/fonts/${name}.woff2`, import.meta.url)), cut);
  console.log(`${name}.woff2 ${cut.length} bytes`);
}
