import type { Locator } from 'playwright';

type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'grey';

/** Where on the circle of hues each colour ends, in degrees. */
const ENDS: [number, Colour][] = [
  [15, 'red'],
  [36, 'orange'],
  [75, 'yellow'],
  [175, 'green'],
  [260, 'blue'],
  [360, 'red'],
];

/** Returns a person's name for the colour of a text. */
export async function colourOf(text: Locator): Promise<Colour> {
  const shown = await text.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0, blue = 0] = (shown.match(/[\d.]+/g) ?? []).map(Number);
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  const spread = most - least;
  if (spread < 0.15 * most) return 'grey';
  const hue =
    most === red
      ? 60 * ((green - blue) / spread)
      : most === green
        ? 60 * (2 + (blue - red) / spread)
        : 60 * (4 + (red - green) / spread);
  const around = (hue + 360) % 360;
  return ENDS.find(([end]) => around < end)?.[1] ?? 'red';
}
