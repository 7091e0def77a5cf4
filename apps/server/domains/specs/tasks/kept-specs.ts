import type { Json } from '@lectern/openapi/resolve';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { LRUCache } from 'lru-cache';

/** The specs that a thread keeps as objects, by their compressed sizes: pages of one site are about one or two. */
const MAX_KEPT_BYTES = 4_000_000;
const kept = new LRUCache<string, Json>({ maxSize: MAX_KEPT_BYTES });

/** Reads a spec as it is stored, in a thread. `contentHash` names the content of the version. */
export function readKeptSpec(contentHash: string, filesystem: Uint8Array): Json {
  const spec = kept.get(contentHash) ?? readStoredSpec(filesystem);
  keepSpec(contentHash, filesystem, spec);
  return spec;
}

/** Keeps a spec that this thread has made: it need not read what it wrote. */
export function keepSpec(contentHash: string, filesystem: Uint8Array, spec: Json): void {
  kept.set(contentHash, spec, { size: Math.max(1, filesystem.byteLength) });
}
