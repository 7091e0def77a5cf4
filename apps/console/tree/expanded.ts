import { useCallback, useState } from 'react';
import { type Place, placeName } from '../api/place.ts';
import { keep, readKept } from '../app/theme.ts';

/** The most open pages that a browser remembers for a space. */
const MOST_KEPT = 500;

/** Which pages show those below them, as this browser remembers it. */
export function useExpanded(place: Place) {
  const key = `lectern-expanded:${placeName(place)}`;
  const [expanded, setAll] = useState<ReadonlySet<string>>(() => new Set(readIds(readKept(key))));
  const setExpanded = useCallback(
    (ids: readonly string[], isExpanded: boolean) =>
      setAll((before) => {
        if (ids.every((id) => before.has(id) === isExpanded)) return before;
        const after = new Set(before);
        for (const id of ids) {
          after.delete(id);
          if (isExpanded) after.add(id);
        }
        keep(key, JSON.stringify([...after].slice(-MOST_KEPT)));
        return after;
      }),
    [key],
  );
  const collapseAll = useCallback(() => {
    setAll(new Set());
    keep(key, '[]');
  }, [key]);
  return { expanded, setExpanded, collapseAll };
}

function readIds(kept: string | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
