import type { SearchResponse } from './search-response.ts';

const MAX_KEPT = 50;

export interface Ask {
  /**
   * `section`: the id of the section that is searched; empty: all of them. `superseded`: something else was asked for
   * since then.
   */
  find(query: string, section: string): Promise<SearchResponse | 'failed' | 'superseded'>;
  /** Gives up what was asked for. */
  forget(): void;
}

/** Asks a service for results. */
export const createAsk = (address: string): Ask =>
  askOneByOne(async ({ query, section }, signal) => {
    const url = new URL(address, location.href);
    url.searchParams.set('q', query);
    if (section !== '') url.searchParams.set('section', section);
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  });

/** Asks for results, one query at a time. What was answered is kept as long as the dialog is open. */
export function askOneByOne(
  load: (asked: { query: string; section: string }, signal: AbortSignal) => Promise<SearchResponse>,
): Ask {
  const kept = new Map<string, SearchResponse>();
  let running: AbortController | undefined;

  return {
    async find(query, section) {
      running?.abort();
      const own = new AbortController();
      running = own;
      const key = JSON.stringify([query, section]);
      const known = kept.get(key);
      if (known) return known;
      try {
        const response = await load({ query, section }, own.signal);
        kept.set(key, response);
        for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
        return own.signal.aborted ? 'superseded' : response;
      } catch {
        return own.signal.aborted ? 'superseded' : 'failed';
      }
    },
    forget() {
      running?.abort();
    },
  };
}
