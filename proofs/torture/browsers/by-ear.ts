import type { BrowserContext, Page } from 'playwright';
import { launchFirefox } from '#e2e/drivers/firefox.ts';
import { DESKTOP } from '#e2e/kabinet.ts';
import { demoIn, signedIn, ways } from '#proofs/torture/browsers/demo-in.ts';
import { menuAndDialogs, secondFactor, signingIn } from '#proofs/torture/browsers/heard-practitioner.ts';
import type { Step } from '#proofs/torture/browsers/heard-step.ts';
import { publicPage, visitLink } from '#proofs/torture/browsers/heard-visitor.ts';
import { needOrca, Orca } from '#proofs/torture/browsers/orca.ts';
import type { Figure } from '#proofs/torture/part.ts';

/** What Orca says in Firefox where a person who does not see must hear it. */
export async function byEar(where: string, display: string, tell: (figure: Figure) => void): Promise<void> {
  await needOrca();
  await using demo = await demoIn('firefox');
  await using orca = await Orca.start(display);
  const options = { headless: false, env: { ...process.env, ...orca.env } };
  const browser = await launchFirefox(options);
  try {
    const open = (): Promise<BrowserContext> => browser.newContext(ways(demo.kabinet.url, DESKTOP));
    const walks = [publicPage, visitLink, signingIn, menuAndDialogs, secondFactor];
    for (const walk of walks) {
      const person =
        walk === menuAndDialogs || walk === secondFactor
          ? await signedIn(await open(), demo.elena.stored)
          : await open();
      person.setDefaultTimeout(8000);
      const page = await person.newPage();
      await page.bringToFront();
      for (const step of await walk(page, demo)) await listenTo(step, page, orca, where, tell);
      await person.close();
    }
  } finally {
    await browser.close();
  }
}

async function listenTo(
  { what, arrange, keys, words }: Step,
  page: Page,
  orca: Orca,
  where: string,
  tell: (figure: Figure) => void,
) {
  let result = { heard: false, said: '' };
  try {
    await arrange?.();
    await orca.listen(page);
    await orca.press(...keys);
    result = await orca.hear(words);
  } catch (error) {
    result.said = String(error).split('\n')[0] ?? '';
  }
  if (!result.heard) console.log(`  said: ${result.said.trim().replaceAll('\n', ' ¶ ') || '—'}`);
  tell({
    what: `by ear: ${what}`,
    where,
    measured: result.heard ? 'heard' : 'not heard',
    wanted: String(words),
    ok: result.heard,
  });
}
