import type { Hash } from '@lectern/content/tree/hash';
import type { RunOptions, Threads } from '../../platform/threads/threads.ts';
import type { NewDocument } from './facts.repository.ts';
import { type InspectedSource, inspectSources } from './inspect-sources.ts';

/** Documents with what is computed from them, ready to be stored. */
export async function inspectDocuments(
  threads: Pick<Threads, 'run'>,
  documents: Iterable<readonly [Hash, Buffer]>,
  options?: Partial<Pick<RunOptions, 'lane' | 'signal'>>,
): Promise<Map<Hash, NewDocument>> {
  const sources = [...documents];
  const inspected = await inspectSources(
    threads,
    sources.map(([, source]) => source),
    options,
  );
  return new Map(
    sources.map(([hash, source], at) => [hash, { source, texts: (inspected[at] as InspectedSource).texts }]),
  );
}
