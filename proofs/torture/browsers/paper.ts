import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DESKTOP } from '#e2e/kabinet.ts';
import { demoIn, signedIn, ways } from '#proofs/torture/browsers/demo-in.ts';
import { needPackage } from '#proofs/torture/debian-package.ts';
import type { Figure } from '#proofs/torture/part.ts';

const exec = promisify(execFile);
const ZONE = 'Europe/Moscow';
/** Playwright sends inches where BiDi takes centimetres. */
const A4 = { width: '21in', height: '29.7in', margin: { top: '1in', bottom: '1in', left: '1in', right: '1in' } };

/** The week and the day as Firefox prints them: each session's client must stand there. */
export async function onPaper(where: string, tell: (figure: Figure) => void): Promise<void> {
  await needPackage('poppler-utils', 'pdftotext', ['-v']);
  await using demo = await demoIn('firefox');
  const person = await signedIn(await demo.browser.newContext(ways(demo.kabinet.url, DESKTOP)), demo.elena.stored);
  const page = await person.newPage();
  const today = Temporal.Now.plainDateISO(ZONE);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  for (const [view, from, days] of [
    ['week', monday, 7],
    ['day', today, 1],
  ] as const) {
    const [start, end] = [from, from.add({ days })].map((day) =>
      day.toZonedDateTime(ZONE).toInstant().toString().replace('T', ' '),
    );
    const { api } = demo.elena;
    const sessions = await api.collection('sessions').getFullList({
      filter: api.filter('date >= {:start} && date < {:end}', { start, end }),
      expand: 'client',
    });
    const names = [...new Set(sessions.map(({ expand }) => String(expand?.['client']?.name).split(' ')[0] ?? ''))];
    await page.goto(`/dashboard/calendar?view=${view}`);
    await page
      .getByRole('button', { name: new RegExp(names[0] ?? '') })
      .first()
      .waitFor();
    const pdf = await page.pdf(A4);
    const text = await textOf(pdf);
    const missing = names.filter((name) => !text.replaceAll(/\s+/g, ' ').includes(name));
    tell({
      what: `the ${view} on paper, ${names.length} clients`,
      where,
      measured: `${pdf.length} bytes, ${text.split(/\s+/).length} words, ${missing.length} clients missing`,
      wanted: 'none missing',
      ok: names.length > 0 && missing.length === 0,
    });
  }
}

async function textOf(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-paper-'));
  try {
    const file = join(folder, 'page.pdf');
    await writeFile(file, pdf);
    return (await exec('pdftotext', ['-layout', file, '-'])).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
