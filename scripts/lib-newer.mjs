/** What sources use that a browser of the floor lacks, by MDN's tables. Methods of the language are the compiler's (`lib`). */
import { globSync, readFileSync } from 'node:fs';
import compat from '@mdn/browser-compat-data' with { type: 'json' };
import { FLOOR } from './lib-floor.mjs';
import { inProject } from './lib-project.mjs';

/**
 * @typedef {import('@mdn/browser-compat-data').Identifier} Feature
 * @typedef {import('@mdn/browser-compat-data').BrowserName} Browser
 * @typedef {readonly [name: string, feature: Feature | undefined]} Use
 */

/** What pages use and can do without, with what stands in its place. */
const DISPENSABLE = new Map([
  ['Temporal', 'web/opening.ts brings it'],
  ['navigator.share', 'looked for before it is used'],
  ['text-wrap', 'lines break less evenly'],
  ['text-box', 'it takes back what the library sets'],
  ['field-sizing', 'the field has another height there'],
  ['text-size-adjust', 'Firefox makes no text larger'],
  ['resize', 'a field without a handle scrolls'],
  ['cursor', 'there is none on a phone'],
  ['scrollbar-width', 'the bar is wider'],
  ['overscroll-behavior', 'the page scrolls on behind a list'],
  ['content-visibility', 'a long list is laid out as a whole'],
  ['contain-intrinsic-height', 'a long list is laid out as a whole'],
  ['accent-color', 'the browser’s own colour stands there'],
  ['@page', 'paper has the printer’s margins'],
  ['break-after', 'a heading can end a sheet'],
  ['forced-color-adjust', 'Safari has no colours of a system to keep out'],
  ['round', 'half a row of text can show in a short block of the calendar'],
]);

/** Globals that are one object of an interface. */
const INTERFACES = new Map(
  ['Crypto', 'Document', 'History', 'Location', 'Navigator', 'Performance', 'Window'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/**
 * Whether one version comes behind another.
 * @param {string} one
 * @param {string} other
 */
function isLater(one, other) {
  const [[major = 0, minor = 0] = [], [first = 0, second = 0] = []] = [one, other].map((text) =>
    text.replace('≤', '').split('.').map(Number),
  );
  return major > first || (major === first && minor > second);
}

/**
 * Whether a browser of the floor lacks a feature; false for what MDN does not know. Prefixes are put in by the build.
 * @param {Feature | undefined} feature
 */
function isLacking(feature) {
  const support = feature?.['__compat']?.support;
  if (!support) return false;
  return FLOOR.some(({ name, version }) => {
    const browser = /** @type {Browser} */ (name === 'ios_saf' ? 'safari_ios' : name);
    const entries = [support[browser] ?? []].flat();
    return (
      entries.length > 0 &&
      !entries.some(
        ({ version_added: added, version_removed: removed, flags }) =>
          typeof added === 'string' &&
          added !== 'preview' &&
          !flags &&
          !isLater(added, version) &&
          (typeof removed !== 'string' || isLater(removed, version)),
      )
    );
  });
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @returns {string[][]} the groups of each match
 */
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, ...groups]) => groups.map((group) => group ?? ''));

/** @param {string} text */
const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/**
 * @param {string} name
 * @param {Feature | undefined} feature
 * @returns {Use}
 */
const use = (name, feature) => [name, feature];

/** @param {Use[]} uses */
function lacking(uses) {
  const names = uses.filter(([, feature]) => isLacking(feature)).map(([name]) => name);
  return [...new Set(names)].filter((name) => !DISPENSABLE.has(name)).toSorted();
}

const { api, css, javascript } = compat;
const { builtins = {} } = javascript;
const { properties = {}, selectors = {}, types = {}, 'at-rules': rules = {} } = css;

/**
 * Names the globals, and what belongs to them, that a program uses and a browser of the floor lacks.
 * @param {string} source
 */
export function newerCalls(source) {
  const text = withoutComments(source);
  const members = all(text, /(?<![.\w])([A-Za-z]\w*)\??\.(\w+)/g).flatMap(([object = '', member = '']) => {
    const owner = INTERFACES.get(object) ?? object;
    const found = api[owner] ?? builtins[owner];
    if (DISPENSABLE.has(object)) return [];
    return [use(object, found), use(`${object}.${member}`, found?.[member] ?? found?.[`${member}_static`])];
  });
  const calls = all(text, /(?<![.\w])([A-Za-z]\w*)\(/g)
    // Not where the file has something of its own by that name.
    .filter(([name = '']) => !new RegExp(`(?:function|const|let) ${name}\\b|[{,] *${name} *[,}:]`).test(text))
    .map(([name = '']) => use(name, api[name] ?? builtins[name] ?? api['Window']?.[name]));
  return lacking([...members, ...calls]);
}

/**
 * Names what styles use that a browser of the floor lacks; each declaration begins a line of its own.
 * @param {string} source
 */
export function newerStyles(source) {
  const text = withoutComments(source);
  const named = (/** @type {RegExp} */ pattern, /** @type {Record<string, Feature>} */ features) =>
    all(text, pattern).map(([name = '', key = name]) => use(name, features[key]));
  const declarations = all(text, /^\s*([a-z-]+):\s([^;]*);/gm).filter(([property = '']) => !DISPENSABLE.has(property));
  return lacking([
    ...named(/(@([a-z-]+))/g, rules),
    ...named(/(::?([a-z-]+))/g, selectors),
    ...named(/(?<![\w-])([a-z-]+)\(/g, { ...types, ...types['color'] }),
    ...all(text, /@media [^{]*([<>])/g).map(([sign = '']) => use(sign, rules['media']?.['range_syntax'])),
    ...declarations.flatMap(([property = '', value = '']) => [
      use(property, properties[property]),
      ...(value.match(/[a-z][a-z-]+/g) ?? []).map((word) => use(`${property}: ${word}`, properties[property]?.[word])),
    ]),
  ]);
}

/** Names each file of the pages that uses what a browser of the floor lacks, with what that is. */
export function newerThanFloor() {
  const files = globSync('{web,domain}/**/*.{ts,tsx,css}', { cwd: inProject() });
  return files
    .filter((file) => !/\.test\.ts$|^domain\/testing\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(inProject(file), 'utf8');
      const found = file.endsWith('.css') ? newerStyles(source) : newerCalls(source);
      return found.length > 0 ? [`${file}: ${found.join(', ')}`] : [];
    });
}
