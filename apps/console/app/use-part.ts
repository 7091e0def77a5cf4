import { useEffect, useState } from 'react';

/** A part of the console whose script is loaded when it is needed. */
export interface LoadedPart<Part> {
  load(): Promise<Part>;
  /** The part, once it is there. */
  readonly part: Part | undefined;
}

/** Loads a part once. A load that failed, such as without a connection, is tried again. */
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
 * A part that a view consists of. Unlike `lazy` within `Suspense`, it is shown as soon as it is there: React keeps
 * fallbacks for 300 ms.
 */
export function usePart<Part>(source: LoadedPart<Part>): Part | undefined {
  const [, setLoaded] = useState(source.part !== undefined);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isOver = false;
    source.load().then(
      () => !isOver && setLoaded(true),
      (reason: unknown) => !isOver && setError(reason),
    );
    return () => {
      isOver = true;
    };
  }, [source]);
  if (error !== undefined) throw error;
  return source.part;
}
