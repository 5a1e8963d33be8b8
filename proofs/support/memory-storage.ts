/** A local storage for tests: Node has that of a tab alone. */
class MemoryStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

/** Gives a test an empty local storage; `full` makes it refuse every write. */
export function giveLocalStorage({ full = false } = {}): void {
  const storage = new MemoryStorage();
  if (full) {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.defineProperty(storage, 'setItem', { value: refuse });
  }
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
}
