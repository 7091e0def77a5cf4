import { useEffect, useState } from 'react';

const MILLISECONDS = 250;

/** A value that follows another one when it has been the same for a moment, for example what somebody types. */
export function useDelayed<Value>(value: Value): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
