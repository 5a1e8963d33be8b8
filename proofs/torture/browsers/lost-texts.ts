import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { launchWithProfile } from '#e2e/browser.ts';
import { DESKTOP } from '#e2e/kabinet.ts';
import { demoIn, signedIn, ways } from '#proofs/torture/browsers/demo-in.ts';
import type { Figure } from '#proofs/torture/part.ts';

const ROUNDS = 50;
const NEW_NOTE = '/dashboard/notes?note=new';

/** A text that the program calls saved, in a browser that ends and starts again with its profile. */
export async function lostTexts(
  engine: 'firefox' | 'webkit',
  where: string,
  tell: (figure: Figure) => void,
): Promise<void> {
  await using demo = await demoIn(engine);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-restarts-'));
  const start = async (): Promise<BrowserContext> =>
    signedIn(await launchWithProfile(folder, ways(demo.kabinet.url, DESKTOP)), demo.elena.stored);
  try {
    let lost = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const browser = await start();
      const before = await readAndWrite(browser, `Неотправленный текст номер ${round}.`);
      await browser.close();
      if (round > 0 && before !== `Неотправленный текст номер ${round - 1}.`) lost += 1;
    }
    tell({
      what: `texts lost over ${ROUNDS} browsers ended and started again`,
      where,
      measured: String(lost),
      wanted: '0',
      ok: lost === 0,
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the text that is there or offered, and writes the next one until it is called saved. */
async function readAndWrite(browser: BrowserContext, next: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(NEW_NOTE);
  const text = page.getByLabel('Текст', { exact: true });
  await text.waitFor();
  // A tab that came back has the text itself, a new one is offered it.
  const restore = page.getByRole('button', { name: 'Вернуть' });
  await restore.click({ timeout: 3000 }).catch(() => undefined);
  const before = await text.inputValue();
  await text.fill(next);
  await page.getByText(/Черновик сохранён/).waitFor();
  return before;
}
