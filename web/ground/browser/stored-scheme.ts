import { LOCAL, readText, writeText } from '#web/ground/browser/typed-texts.ts';

const COLOR_SCHEME = 'kabinet-color-scheme';

export type ColorScheme = 'light' | 'dark' | 'auto';

/** 'auto' when nothing is chosen: the device decides. */
export function readColorScheme(): ColorScheme {
  const stored = readText(LOCAL, COLOR_SCHEME);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function writeColorScheme(scheme: ColorScheme): void {
  writeText(LOCAL, COLOR_SCHEME, scheme === 'auto' ? null : scheme);
}

/** Calls `listener` when another tab changes the choice; returns the function that stops it. */
export function onColorSchemeChange(listener: (scheme: ColorScheme) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === COLOR_SCHEME || event.key === null) listener(readColorScheme());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
