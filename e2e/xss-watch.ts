import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';

declare global {
  interface Window {
    tellFault?: (fault: string) => void;
  }
}

/** Collects signs that a text ran as markup: a dialog, a policy violation, an error, a console message. */
export async function watchForScripts(person: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await person.exposeBinding('tellFault', (_source, fault: string) => void faults.push(fault));
  await person.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.tellFault?.(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    ),
  );
  person.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  person.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
  person.on('console', (message) => {
    if (/xss|evil/.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** Waits until the page shows every text as written, and asserts that none of them became an element. */
export async function assertShown(
  page: Page,
  where: string,
  texts: readonly string[],
  { scrolling = false } = {},
): Promise<void> {
  let missing = texts;
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const screen = withoutBlanks(await page.evaluate(textOf, 'body'));
    missing = missing.filter((text) => !screen.includes(withoutBlanks(text)));
    if (missing.length === 0) break;
    if (scrolling) await page.mouse.wheel(0, 300);
    await setTimeout(50);
  }
  assert.deepEqual(missing, [], `${where} does not show what was written`);
  assert.deepEqual(await page.evaluate(strayElements), [], where);
}

/** Returns the text of a part of the page, values of its fields and the page's title included. */
export async function read(part: Locator): Promise<string> {
  return withoutBlanks(await part.evaluate(textOf));
}

/**
 * Removes blanks and control characters: fields drop line breaks, screens collapse blanks, and titles and names have no
 * control characters.
 */
export function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '');
}

/** Returns how many of the payloads run as markup on a page without a policy, unlike the product's pages. */
export async function runUnguarded(browser: Browser, payloads: readonly string[], wanted: number): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const fired = new Set<string>();
  await context.exposeBinding('tellFault', (_source, fault: string) => void fired.add(fault));
  await context.addInitScript(() => {
    const tell = () => window.tellFault?.((window.frameElement ?? document.body).getAttribute('data-payload') ?? '');
    window.alert = tell;
  });
  await page.goto('data:text/html,<title>open</title>');
  await page.evaluate((all) => {
    for (const [at, payload] of all.entries()) {
      const frame = document.createElement('iframe');
      frame.dataset['payload'] = String(at);
      frame.srcdoc = payload;
      document.body.append(frame);
    }
  }, payloads);
  for (let attempt = 0; attempt < 400 && fired.size < wanted; attempt += 1) await setTimeout(50);
  await context.close();
  return fired.size;
}

function textOf(part: Element | string): string {
  const root = typeof part === 'string' ? document.querySelector(part) : part;
  const fields = [...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])];
  return [root?.textContent, document.title, ...fields.map(({ value }) => value)].join('\n');
}

/** Elements and attributes that no screen has of its own. */
function strayElements(): string[] {
  const foreign = `
    iframe, object, embed, base, frame, math, marquee, isindex, template, plaintext, xmp, meta[http-equiv],
    svg script, svg foreignObject, svg animate, svg set, svg image, svg use, [srcdoc], [formaction], form[action],
    script:not([nonce], [type="application/json"]), style:not([nonce])`;
  const leading = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    ({ origin, protocol }) => origin !== location.origin && protocol !== 'tel:',
  );
  const handlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(({ name }) => name.startsWith('on')),
  );
  const made = [...document.querySelectorAll(foreign), ...leading, ...handlers].map(({ outerHTML }) => outerHTML);
  return 'xss' in window ? ['a script ran', ...made] : made;
}
