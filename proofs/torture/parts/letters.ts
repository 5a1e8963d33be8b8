import { startOutbox } from '#server/mail/outbox.ts';
import { smtpTransport } from '#server/mail/smtp-transport.ts';
import { openTestDatabase } from '#proofs/support/engines.ts';
import { killSenders } from '#proofs/support/letters/kill-senders.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import type { Part } from '#proofs/torture/part.ts';

const KILLED_LETTERS = 1000;
const KILLS = 200;
const SHARED_LETTERS = 10_000;
const NODES = 2;

/** Letters to clients whose senders are killed, and those that two nodes share. */
export const run: Part = async (tell) => {
  const killed = await killSenders({ letters: KILLED_LETTERS, kills: KILLS });
  tell({
    what: `${KILLED_LETTERS} letters, senders killed ${KILLS} times`,
    where: 'sqlite',
    measured: `${killed.lost} lost, ${killed.repeated} repeated, at most ${killed.most} times, ${killed.ids} Message-ID each`,
    wanted: '0 lost, at most twice, 1 Message-ID',
    ok: killed.lost === 0 && killed.most <= 2 && killed.ids === 1,
  });
  const control = await killSenders({ letters: 20, kills: 8, forget: true });
  tell({
    what: 'control: the same where outcomes are lost with the process',
    where: 'sqlite',
    measured: `a letter arrived ${control.most} times`,
    wanted: 'more than twice',
    ok: control.most > 2,
  });

  await using data = await openTestDatabase('postgres');
  await using smtp = await startFakeSmtp();
  const now = Temporal.Now.instant();
  await plantDueLetters(data.db, SHARED_LETTERS, now);
  const began = performance.now();
  const contexts = await Promise.all(Array.from({ length: NODES }, () => mailContext(data.db, data.config, { now })));
  const nodes = contexts.map((context) => startOutbox(context, smtpTransport(smtp.url)));
  const waiting = () => data.db.read.selectFrom('letters').select('id').where('state', '!=', 'sent').limit(1).execute();
  while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(nodes.map((node) => node.stop()));
  const addresses = new Set(smtp.taken.map((raw) => /^to: (.*)$/im.exec(raw)?.[1]));
  const doubled = smtp.taken.length - addresses.size;
  tell({
    what: `${SHARED_LETTERS} due letters, ${NODES} nodes`,
    where: 'postgres',
    measured: `${addresses.size} arrived, ${doubled} doubled, ${Math.round(SHARED_LETTERS / seconds)} a second`,
    wanted: 'all, 0 doubled',
    ok: addresses.size === SHARED_LETTERS && doubled === 0,
  });
};
