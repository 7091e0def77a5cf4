import { useEffect, useRef, useState } from 'react';

/** How long the user has to stop typing before lists are searched. */
export const TYPING_PAUSE_MS = 250;

/** A value that changes often, once it has stayed the same for some milliseconds. With 0, at once. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value);
  const text = JSON.stringify(value);
  const latest = useRef(value);
  latest.current = value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values can be different objects.
  useEffect(() => {
    const timer = setTimeout(() => settle(latest.current), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
