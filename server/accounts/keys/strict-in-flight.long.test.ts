import { test } from 'node:test';
import { switchInThreeTabs } from '#proofs/support/strict-tabs.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('SEAL-04 a new password in one tab while another switches the mode and a third saves, whatever comes first: the password that holds opens what was saved', async () => {
    for (const isOn of [false, true]) {
      for (const isFirst of [false, true, false, true]) await switchInThreeTabs(server, { isOn, isFirst });
    }
  });
});
