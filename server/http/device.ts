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

/** Browsers have fewer versions, and none tells so much of itself; all else is looked at anew. */
const REMEMBERED = 1000;
const LONGEST = 300;
const known = new Map<string, string>();

/** What a person recognises a device by, 'Firefox, Windows'; the header itself is not stored. */
export function describeDevice(userAgent = ''): string {
  const told = known.get(userAgent) ?? tell(userAgent);
  if (known.size >= REMEMBERED) known.clear();
  if (userAgent.length <= LONGEST) known.set(userAgent, told);
  return told;
}

function tell(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([mark]) => mark.test(userAgent))?.[1] ?? []);
  return found.join(', ') || 'Неизвестное устройство';
}
