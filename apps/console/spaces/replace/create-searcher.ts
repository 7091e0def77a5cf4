import type { TargetChanges } from '@lectern/markdown/find-replacements';
import type { ReplacePattern, Searched, WorkerRequest, WorkerResponse } from './searcher-messages.ts';

/** Far longer than any page takes with a pattern that is not stuck. */
const LIMIT_MS = 5000;

/** A pattern that took too long on a page. */
export class PatternTooSlow extends Error {
  override readonly name = 'PatternTooSlow';
  /** The title of the page. */
  readonly title: string;

  constructor(title: string) {
    super(`The pattern took too long on “${title}”.`);
    this.title = title;
  }
}

export interface Searcher {
  /** Searches one target. Those that are asked for meanwhile wait. @throws PatternTooSlow */
  search(searched: Searched): Promise<TargetChanges | undefined>;
  end(): void;
}

/** Starts a thread that searches for a pattern, which must be valid. */
export function createSearcher(pattern: ReplacePattern): Searcher {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: WorkerRequest, onLate?: { limitMs: number; error: Error }): Promise<WorkerResponse> =>
    new Promise((resolve, reject) => {
      const late =
        onLate &&
        setTimeout(() => {
          worker.terminate();
          reject(onLate.error);
        }, onLate.limitMs);
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
        clearTimeout(late);
        resolve(data);
      };
      worker.onerror = (event) => {
        clearTimeout(late);
        reject(new Error(event.message || 'The search could not be started.'));
      };
      worker.postMessage(request);
    });
  // Loading the thread does not count.
  let last: Promise<unknown> = ask({ pattern });
  last.catch(() => {});
  const searchOne = async (searched: Searched): Promise<TargetChanges | undefined> => {
    const error = new PatternTooSlow(searched.page.title);
    const response = await ask({ searched }, { limitMs: LIMIT_MS, error });
    if ('error' in response) throw new Error(response.error);
    return 'target' in response ? response.target : undefined;
  };
  return {
    search: (searched) => {
      const turn = last.then(() => searchOne(searched));
      last = turn;
      return turn;
    },
    end: () => worker.terminate(),
  };
}
