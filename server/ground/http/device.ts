import { LRUCache } from 'lru-cache';

const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/OPR\//, 'Opera'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Of these many headers the description stays: every request asks for it, and most come from few browsers. */
const described = new LRUCache<string, string>({ max: 200 });
const LONGEST_HEADER = 500;

/** Returns a device's description for a person, 'Firefox, Windows'; the header itself is not stored. */
export function describeDevice(userAgent = ''): string {
  const known = described.get(userAgent);
  if (known !== undefined) return known;
  const device = describe(userAgent);
  if (userAgent.length <= LONGEST_HEADER) described.set(userAgent, device);
  return device;
}

function describe(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([mark]) => mark.test(userAgent))?.[1] ?? []);
  return found.join(', ') || 'Неизвестное устройство';
}
