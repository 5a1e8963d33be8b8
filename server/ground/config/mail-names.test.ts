import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf, greeting } from '#server/ground/config/mail-names.ts';

test('mail servers are greeted by the public host, or else by the domain of the sender', () => {
  const nameFor = (publicUrl: string, mailFrom: string) => greeting({ publicUrl, mailFrom }).name;
  const from = 'Кабинет <kabinet@mail.example>';
  assert.equal(nameFor('https://kabinet.example', from), 'kabinet.example');
  assert.equal(nameFor('https://кабинет.рф', from), new URL('https://кабинет.рф').hostname);
  for (const here of [
    'http://127.0.0.1:8090',
    'http://localhost:8090',
    'http://kabinet.localhost',
    'http://[::1]:8090',
    'http://192.0.2.7',
    'http://box:8090',
  ]) {
    assert.equal(nameFor(here, from), 'mail.example', here);
    assert.equal(nameFor(here, 'kabinet@практика.рф'), new URL('http://практика.рф').hostname, here);
    assert.equal(nameFor(here, 'kabinet@localhost'), undefined, here);
  }
});

test('the domain of a sender is in ASCII', () => {
  assert.equal(domainOf('"Анна @ дома" <anna@практика.рф>'), new URL('http://практика.рф').hostname);
  assert.equal(domainOf('anna@Mail.example'), 'Mail.example');
});
