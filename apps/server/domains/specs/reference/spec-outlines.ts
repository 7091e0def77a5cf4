import { OUTLINE_FORM, type SpecOutline } from '@lectern/openapi/outline-spec';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { outlineSpecTask } from '../tasks/outline-spec.ts';
import { readFilesystem, readOutline } from '../versions.repository.ts';
import { contentKeyOf, findSpec, laneOfSpec, sizeOf } from './find-spec.ts';

/** The outline of the last version of a spec. */
export interface KnownOutline {
  /** The hash of the content of the version: if it is the same, so is the outline. */
  contentHash: string;
  outline: SpecOutline;
}

/** Returns undefined if the organization has no such spec, or no version of it. */
export type FindOutline = (organizationId: string, slug: string) => Promise<KnownOutline | undefined>;

const CACHE_BYTES = 16_000_000;
const DEADLINE_MS = 30_000;

/** An outline that an earlier release stored lacks what was added since, and may have what must be hidden. */
export async function readOutlineOf(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  key: Parameters<typeof readOutline>[1],
): Promise<SpecOutline> {
  const outline = await readOutline(db, key);
  if (outline.form === OUTLINE_FORM) return outline;
  const filesystem = await readFilesystem(db, key);
  const options = {
    lane: laneOfSpec(sizeOf(filesystem)),
    deadlineMs: DEADLINE_MS,
    owner: key.organization_id,
  };
  return threads.run(outlineSpecTask, { filesystem }, options);
}

/** Finds outlines, which are kept in memory by their content. */
export function createFindOutline({
  db,
  pointers,
  threads,
}: Pick<Context, 'db' | 'pointers' | 'threads'>): FindOutline {
  const kept = new LRUCache<string, KnownOutline>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ outline }) => 200 + JSON.stringify(outline).length,
  });
  return async (organizationId, slug) => {
    const spec = await findSpec(pointers, organizationId, { slug });
    if (!spec) return undefined;
    const { contentHash } = spec;
    const known = kept.get(contentHash);
    if (known) return known;
    const outline = await readOutlineOf({ db, threads }, contentKeyOf(organizationId, spec));
    const found = { contentHash, outline };
    kept.set(contentHash, found);
    return found;
  };
}
