import { LRUCache } from 'lru-cache';
import { networkOf } from './client-network.ts';
import { rateLimited } from './request-errors.ts';

const MAX_COUNTED = 20_000;

/** Counts the calls of each network in each minute, and refuses more. Takes the address of the caller. */
export function createCallCounter(callsPerMinute: number): (address: string) => void {
  const counts = new LRUCache<string, { calls: number }>({ max: MAX_COUNTED, ttl: 60_000 });
  return (address) => {
    const network = networkOf(address);
    const counted = counts.get(network) ?? { calls: 0 };
    if (counted.calls === 0) counts.set(network, counted);
    counted.calls += 1;
    if (counted.calls > callsPerMinute) throw rateLimited('Too many requests. Try again in a minute.');
  };
}
