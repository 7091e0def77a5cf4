import type { Context } from '../../../platform/context.ts';
import { findVersionBefore, findVersionRow } from '../versions.repository.ts';
import { type KnownOutline, readOutlineOf } from './spec-outlines.ts';

/** The outlines of a version and of the one before it; undefined if there is none before it, or if it is gone. */
export async function readVersionOutlines(
  context: Pick<Context, 'db' | 'threads'>,
  { versionId, ...key }: { organizationId: string; specId: string; versionId: string },
): Promise<{ before: KnownOutline; after: KnownOutline } | undefined> {
  const rows = [
    await findVersionBefore(context.db, key, versionId),
    await findVersionRow(context.db, key, versionId),
  ];
  const [before, after] = await Promise.all(
    rows.map(async (row) => {
      if (!row) return undefined;
      const outline = await readOutlineOf(context, { organization_id: row.organization_id, hash: row.hash });
      return { contentHash: row.hash.toString('hex'), outline };
    }),
  );
  return before && after && { before, after };
}
