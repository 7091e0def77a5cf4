import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const PREFIX = 'lectern-git';

const nameOf = (spaceId: string, name: string): string => `${PREFIX} ${spaceId} ${name}`;

/**
 * State of the Git view of a space that a reload of the tab does not lose. Nothing that is secret, and open, belongs in
 * it.
 */
export function useKeptState<Value>(
  spaceId: string,
  name: string,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const key = nameOf(spaceId, name);
  const [value, setValue] = useState<Value>(() => read<Value>(key) ?? initial);
  useEffect(() => keep(key, value), [key, value]);
  return [value, setValue];
}

/** Forgets what was kept for a space, because it is connected now. */
export function forgetKept(spaceId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(nameOf(spaceId, ''))) sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing has kept nothing.
  }
}

function read<Value>(key: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

function keep(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that a reload loses the state.
  }
}
