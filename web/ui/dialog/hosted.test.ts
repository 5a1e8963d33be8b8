import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElement } from 'react';
import { type Close, hosted, openDialog } from '#web/ui/dialog/hosted.ts';

test('a dialog resolves with what it was closed with, once it is closed, and with nothing where it was dropped', async () => {
  const closes: Close<string>[] = [];
  const open = () =>
    openDialog<string>((close) => {
      closes.push(close);
      return createElement('p');
    });
  const [first, second] = [open(), open()];
  assert.equal(hosted.get().length, 2);
  closes[0]?.('saved');
  assert.equal(hosted.get().length, 1);
  hosted.clear();
  assert.equal(hosted.get().length, 0);
  assert.deepEqual(await Promise.all([first, second]), ['saved', undefined]);
});
