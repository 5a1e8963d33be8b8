import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TARGETS } from './lib-floor.mjs';
import { newerCalls, newerStyles } from './lib-newer.mjs';

test('the build lowers to the oldest browsers', () => {
  assert.deepEqual(TARGETS, ['safari16.4', 'ios16.4', 'firefox140', 'chrome119', 'edge119']);
});

test('globals that one of the oldest browsers lacks are found', () => {
  const source = `
    const known = URL.canParse(text) && AbortSignal.timeout(1) && structuredClone(list) && crypto.randomUUID();
    navigator.share(known); // requestAnimationFrame
    requestIdleCallback(() => Promise.try(known));
    document.startViewTransition(() => new URLPattern(text));
    function fetchLater(url: string) {} fetchLater(text);`;
  assert.deepEqual(newerCalls(source), [
    'Promise.try',
    'URL.canParse',
    'URLPattern',
    'document.startViewTransition',
    'requestIdleCallback',
  ]);
});

test('styles that one of the oldest browsers lacks are found', () => {
  const source = `
@starting-style {
  li:has(a):popover-open {
    color: color-mix(in srgb, red, blue);
    background: light-dark(red, blue);
    grid-template-columns: subgrid;
    text-wrap: pretty;
    /* width: calc-size(auto, size); */
    interpolate-size: allow-keywords;
  }
}
@media (width < 48em) {
  li {
    height: 100dvh;
    height: calc-size(auto, size);
  }
}`;
  assert.deepEqual(newerStyles(source), [
    ':popover-open',
    '@starting-style',
    'calc-size',
    'interpolate-size',
    'interpolate-size: allow-keywords',
    'light-dark',
  ]);
});
