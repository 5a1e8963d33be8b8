/** Prefix of the key of every text that a person typed, in session and local storage. */
export const TEXT = 'kabinet-draft:';

/** In functions, because accessing a blocked storage throws. */
export const TAB_ALONE = () => sessionStorage;
export const LOCAL = () => localStorage;

export function readTabText(name: string): string | null {
  return readText(TAB_ALONE, TEXT + name);
}

/** null removes the text. Returns false if the browser refuses: then the text lasts only as long as the page. */
export function writeTabText(name: string, value: string | null): boolean {
  return writeText(TAB_ALONE, TEXT + name, value);
}

/** Removes texts of this tab, and the copies of any tab that outlive it. */
export function removeTextsIf(condition: (text: string, name: string) => boolean): void {
  for (const storage of [TAB_ALONE, LOCAL]) removeIf(storage, condition);
}

export function removeCopiesIf(condition: (text: string) => boolean): void {
  removeIf(LOCAL, condition);
}

/** Whether session or local storage has a text whose name begins with `prefix` and not with `other`. */
export function hasTexts(prefix: string, other?: string): boolean {
  const counts = (key: string) =>
    key.startsWith(TEXT + prefix) && (other === undefined || !key.startsWith(TEXT + other));
  return [TAB_ALONE, LOCAL].some((storage) => keysIn(storage).some(counts));
}

export function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage()).filter((key) => key.startsWith(TEXT));
  } catch {
    return [];
  }
}

function removeIf(storage: () => Storage, condition: (text: string, name: string) => boolean): void {
  for (const key of keysIn(storage)) {
    if (condition(storage().getItem(key) ?? '', key.slice(TEXT.length))) storage().removeItem(key);
  }
}

export function readText(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function writeText(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
