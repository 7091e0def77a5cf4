import type { Snapshot } from '@lectern/content/tree/snapshot';
import { type Static, Type } from 'typebox';
import type { OpenRevision } from '../../../../content/revisions/content-store.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import { Id, Url } from '../../../../platform/http/schemas.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../../content/editing/merge-revisions.ts';
import { createFindNewlyBroken, type NewlyBroken } from '../../../content/links/find-newly-broken.ts';
import { findReadableSpaces } from '../../../content/links/other-spaces/readable-spaces.ts';

export const BrokenLinkSchema = Type.Object({
  space: Id,
  page: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
  reusableContent: Type.Optional(Type.Object({ id: Id, title: Type.String() })),
  anchor: Type.Optional(Type.String({ description: 'The heading above the link.' })),
  target: Type.String({ description: 'The target as written.' }),
  urls: Type.Object({ app: Url }),
});
export type BrokenLink = Static<typeof BrokenLinkSchema>;

/** The links that a merge would break: all of them, and those that the caller may see. */
export interface BrokenLinks {
  total: number;
  shown: BrokenLink[];
}

const MAX_SHOWN = 100;

/** Creates the function that looks for the links that a merge would break, anywhere in the organization. */
export function createFindBrokenLinks(parts: EditingParts) {
  const { context, store, links } = parts;
  const findNewlyBroken = createFindNewlyBroken(context, store, links);

  return async ({ theirs, snapshot, documents }: MergedRevisions, actor: Actor): Promise<BrokenLinks> => {
    const newReferences = new Map(
      [...documents].map(([hash, { texts }]) => [hash, JSON.parse(texts.references)] as const),
    );
    const broken = await findNewlyBroken({ before: theirs, after: snapshot, newReferences }, actor);
    const { spaceId } = theirs.space;
    const readable = await findReadableSpaces(context, actor, [...new Set(broken.map((one) => one.spaceId))]);
    const snapshots = new Map<string, Snapshot>([[spaceId, snapshot]]);
    const shown: BrokenLink[] = [];
    for (const one of broken) {
      const space = readable.get(one.spaceId)?.space;
      if (!space || shown.length === MAX_SHOWN) continue;
      const known = snapshots.get(one.spaceId) ?? (await openCurrent(space)).snapshot;
      snapshots.set(one.spaceId, known);
      shown.push(present(one, known));
    }
    return { total: broken.length, shown };
  };

  function openCurrent(space: OpenRevision['space']): Promise<OpenRevision> {
    return store.open(space, space.revisionId);
  }

  function present({ spaceId, owner, anchor, raw }: NewlyBroken, snapshot: Snapshot): BrokenLink {
    const base = `${context.config.baseUrl}/app/s/${spaceId}`;
    const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;
    const page = snapshot.pages.find(owner.id)?.entry;
    const reusable = snapshot.findReusable(owner.id);
    return {
      space: spaceId,
      ...(page ? { page: { id: page.id, title: page.title } } : {}),
      ...(reusable ? { reusableContent: { id: reusable.id, title: reusable.title } } : {}),
      ...(anchor === undefined ? {} : { anchor }),
      target: raw,
      urls: { app: page ? `${base}/${page.id}${fragment}` : base },
    };
  }
}
