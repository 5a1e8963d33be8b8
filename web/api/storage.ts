/**
 * The only module that writes browser storage, besides the SDK's own `pocketbase_auth`. What a client said or a
 * practitioner wrote never goes to local storage; a draft lives in the storage of its tab until it is saved. A browser
 * that refuses storage costs a convenience, never the screen.
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

const TAB_TEXT = 'kabinet-draft:';

export function readTabText(name: string): string | null {
  try {
    return sessionStorage.getItem(TAB_TEXT + name);
  } catch {
    return null;
  }
}

/** null removes. */
export function writeTabText(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(TAB_TEXT + name);
    else sessionStorage.setItem(TAB_TEXT + name, value);
  } catch {
    // Full or refused: the text lasts as long as the page.
  }
}

/** Removes every text of this tab but those whose name begins with `except`. */
export function removeTabTexts(except: string | null = null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const kept = except !== null && key.startsWith(TAB_TEXT + except);
      if (key.startsWith(TAB_TEXT) && !kept) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored where storage is refused.
  }
}
