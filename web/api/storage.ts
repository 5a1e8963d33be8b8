/**
 * The only module that writes browser storage, besides the SDK's own `pocketbase_auth`. What a client said or a
 * practitioner wrote never goes here. A browser that refuses storage costs a convenience, never the screen.
 */
const COLOR_SCHEME = 'kabinet-color-scheme';

export type ColorScheme = 'light' | 'dark' | 'auto';

/** 'auto' where nothing was chosen: the device decides. */
export function readColorScheme(): ColorScheme {
  const stored = read(COLOR_SCHEME);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function writeColorScheme(scheme: ColorScheme): void {
  write(COLOR_SCHEME, scheme === 'auto' ? null : scheme);
}

/** Calls `listener` when another tab chooses; answers the function that stops it. */
export function onColorSchemeChange(listener: (scheme: ColorScheme) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === COLOR_SCHEME || event.key === null) listener(readColorScheme());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or refused: the choice lasts as long as the page.
  }
}
