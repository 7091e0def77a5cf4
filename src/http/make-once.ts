import type { LRUCache } from 'lru-cache';
import { createReadyResponse, type ReadyResponse } from './ready-response.ts';

/** Makes the response that is cached under a key; simultaneous callers wait for the same one. */
export type MakeOnce = (key: string, make: () => Promise<object>) => Promise<ReadyResponse>;

/** `answers`: where answers are kept that never change; the key holds everything that one depends on. */
export function createMakeOnce(answers: LRUCache<string, ReadyResponse>): MakeOnce {
  const making = new Map<string, Promise<ReadyResponse>>();
  return (key, make) => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const made = make()
      .then((object) => {
        const answer = createReadyResponse(JSON.stringify(object));
        answers.set(key, answer);
        return answer;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
