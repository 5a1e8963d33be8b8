import type { Page } from 'playwright';

/** Returns the texts that are hard to read over the worst colour of a gradient, which axe leaves out (WCAG 1.4.3). */
export async function gradientFindings(page: Page, where: string): Promise<string[]> {
  return (await page.evaluate(hardToRead)).map((what) => `${where}: ${what}`);
}

function hardToRead(): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const COLOUR = /rgba?\([^)]*\)/g;
  const read = (css: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const over = ([r, g, b, alpha]: Colour, below: Colour): Colour => {
    const mix = (top: number, under: number) => top * alpha + under * (1 - alpha);
    return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2]), 1];
  };
  const luminance = ([r, g, b]: Colour): number => {
    const [red = 0, green = 0, blue = 0] = [r, g, b]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a: Colour, b: Colour): number => {
    const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
    return Math.max(one, other) / Math.min(one, other);
  };
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom && a.width > 1 && a.height > 1;
  const gradients = [...document.querySelectorAll('body *')].flatMap((element) => {
    const { backgroundImage } = getComputedStyle(element);
    if (!backgroundImage.includes('gradient') || !element.checkVisibility()) return [];
    return { element, box: element.getBoundingClientRect(), stops: (backgroundImage.match(COLOUR) ?? []).map(read) };
  });
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (gradients.length > 0 && texts.nextNode()) {
    const { currentNode: text } = texts;
    const holder = text.parentElement;
    if (
      !holder ||
      holder.clientHeight === 1 ||
      !text.textContent?.trim() ||
      !holder.checkVisibility({ visibilityProperty: true })
    )
      continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    let ground: Element | null = holder;
    while (ground && read(getComputedStyle(ground).backgroundColor)[3] < 1) ground = ground.parentElement;
    if (!ground) continue;
    const below = read(getComputedStyle(ground).backgroundColor);
    const { color, fontSize, fontWeight } = getComputedStyle(holder);
    const size = Number.parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    for (const gradient of gradients) {
      if (!ground.contains(gradient.element) || !meet(box, gradient.box)) continue;
      const worst = Math.min(
        ...gradient.stops.map((stop) => {
          const behind = over(stop, below);
          return contrast(over(read(color), behind), behind);
        }),
      );
      if (worst < least) found.push(`«${text.textContent.trim().slice(0, 40)}» ${worst.toFixed(2)} over a gradient`);
    }
  }
  return found;
}
