import { LRUCache } from 'lru-cache';
import { shareCounts } from '../shared-counts.ts';
import { networkOf } from './client-network.ts';
import { limitEntries } from './entry-limit.ts';
import { rateLimited } from './request-errors.ts';

const MAX_COUNTED = 20_000;

/**
 * Counts the calls of each network in each minute, together with the other workers of the service, and refuses more.
 * Takes the address of the caller.
 */
export function createCallCounter(name: string, callsPerMinute: number): (address: string) => void {
  const counts = new LRUCache<string, { calls: number }>({ ...limitEntries(MAX_COUNTED), ttl: 60_000 });
  const count = (network: string, calls: number): { calls: number } => {
    const counted = counts.get(network) ?? { calls: 0 };
    if (counted.calls === 0) counts.set(network, counted);
    counted.calls += calls;
    return counted;
  };
  const others = shareCounts(name, { add: count, forget: (network) => void counts.delete(network) });
  return (address) => {
    const network = networkOf(address);
    const counted = count(network, 1);
    others.add(network, 1);
    if (counted.calls > callsPerMinute) throw rateLimited('Too many requests. Try again in a minute.');
  };
}
