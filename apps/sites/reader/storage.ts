/** Reads a stored value. Browsers without storage throw: then nothing is remembered. */
function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export const readStoredList = (key: string): string[] => {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
};

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It counts until the page is left.
  }
}
