import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Context } from '../../../platform/context.ts';
import type { ReadIndexedTexts } from './page-parts.ts';
import type { IndexKey } from './search-index.repository.ts';

/** The context of maintenance work on one space's index. */
export interface Upkeep extends Pick<Context, 'db' | 'transact' | 'threads'> {
  key: IndexKey;
  openSnapshot(revisionId: string): Promise<Snapshot>;
  readTexts: ReadIndexedTexts;
  lane: 'job';
  signal: AbortSignal;
}
