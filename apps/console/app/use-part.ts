import { useEffect, useState } from 'react';

/** A lazily loaded part of the console. */
export interface LoadedPart<Part> {
  load(): Promise<Part>;
  /** The part, once it is loaded. */
  readonly part: Part | undefined;
}

/** Loads a part once. If loading fails, for example offline, the next call retries it. */
export function createPart<Part>(importPart: () => Promise<Part>): LoadedPart<Part> {
  let loading: Promise<Part> | undefined;
  let part: Part | undefined;
  return {
    load() {
      loading ??= importPart().then(
        (loaded) => {
          part = loaded;
          return loaded;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    get part() {
      return part;
    },
  };
}

/**
 * A lazily loaded component. Unlike `lazy` within `Suspense`, it is shown as soon as it is loaded: React shows
 * fallbacks for at least 300 ms. `isWanted`: false while loading can wait.
 */
export function usePart<Part>(source: LoadedPart<Part>, isWanted = true): Part | undefined {
  const [, setLoaded] = useState(source.part !== undefined);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    source.load().then(
      () => !isOver && setLoaded(true),
      (reason: unknown) => !isOver && setError(reason),
    );
    return () => {
      isOver = true;
    };
  }, [source, isWanted]);
  if (error !== undefined) throw error;
  return source.part;
}
