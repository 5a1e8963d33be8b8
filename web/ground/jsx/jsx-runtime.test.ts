import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactElement, ReactNode } from 'react';
import { Fragment, jsx, jsxs } from '#web/ground/jsx/jsx-runtime.ts';

const childrenOf = (element: ReactElement): ReactNode => (element.props as { children: ReactNode }).children;
const mark = jsx('b', { children: 'до' });

test('texts and numbers alone are one text, which their element sets as a whole', () => {
  const children = ['Осталось ', 0, ' из ', 10, false, null, undefined];
  assert.equal(childrenOf(jsxs('p', { children })), 'Осталось 0 из 10');
  assert.equal(childrenOf(jsx('p', { children: 'Готово' })), 'Готово');
});

test('a text beside an element has one of its own, a blank has none, and nothing changes its place', () => {
  const [text, blank, number, none, own] = childrenOf(
    jsxs('p', { children: ['с ', ' ', 7, false, mark] }),
  ) as ReactNode[];
  assert.deepEqual(
    [text, number].map((one) => childrenOf(one as ReactElement)),
    ['с ', 7],
  );
  assert.deepEqual([blank, none, own], [' ', false, mark]);
});

test('a text without an element around it has one of its own', () => {
  assert.equal(childrenOf(childrenOf(jsx(Fragment, { children: 'Готово' })) as ReactElement), 'Готово');
  const several = childrenOf(jsxs(Fragment, { children: ['до ', 3] })) as ReactElement[];
  assert.deepEqual(several.map(childrenOf), ['до ', 3]);
});
