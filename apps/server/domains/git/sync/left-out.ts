/** Finds content that one side had and that the other side's content, which replaces it, lacks. */

import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import { EMPTY_SNAPSHOT, type Snapshot } from '@lectern/content/tree/snapshot';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { MergedRevisions, RevisionsToMerge } from '../../content/editing/merge-revisions.ts';
import { mergeSides } from './merge-sides.ts';

/**
 * Adds what `former` had to the content that replaces it: its texts where both have one, and everything that only it
 * has. Undefined if that adds nothing.
 */
export async function findLeftOut(
  parts: EditingParts,
  {
    kept,
    former,
    ownDocuments,
  }: { kept: OpenRevision; former: OpenRevision; ownDocuments?: RevisionsToMerge['ownDocuments'] },
): Promise<MergedRevisions | undefined> {
  if (hasSameContent(kept.snapshot, former.snapshot)) return undefined;
  const sides = {
    space: former.space,
    ours: kept,
    theirs: former,
    base: EMPTY_SNAPSHOT,
    ...(ownDocuments ? { ownDocuments } : {}),
  };
  const { merged } = await mergeSides(parts, sides, 'theirs');
  return hasSameContent(kept.snapshot, merged.snapshot) ? undefined : merged;
}

/** Whether two snapshots have the same content, whatever their times and the paths of their files. */
export function hasSameContent(left: Snapshot, right: Snapshot): boolean {
  if (left.hash === right.hash) return true;
  const { pages, files, reusables } = diffSnapshots(left, right);
  for (const { before, after } of [...pages.values(), ...files.values(), ...reusables.values()])
    if (!before || !after || textOf(before) !== textOf(after)) return false;
  const order = ({ pages }: Snapshot): string =>
    JSON.stringify([...pages.pages()].map(({ entry }) => [entry.id, pages.parentIdOf(entry.id)]));
  return order(left) === order(right) && settingsOf(left) === settingsOf(right);
}

/** An entry without its times and the place of its file. */
const textOf = (entry: object): string => {
  const fields = Object.entries(entry).filter(([name]) => !IGNORED.has(name));
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const IGNORED = new Set(['createdAt', 'updatedAt', 'git']);

const settingsOf = ({ settings: { variables, tags, redirects } }: Snapshot): string =>
  JSON.stringify([
    Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1)),
    tags,
    redirects,
  ]);
