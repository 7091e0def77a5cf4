import { createLinkReads } from '../../server/domains/content/links/links.service.ts';
import { createFindOutline } from '../../server/domains/specs/reference/spec-outlines.ts';
import type { Actor } from '../../server/platform/access/actor.ts';
import type { SpacePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { createEditingParts } from './editing-parts.ts';

const SHOWN = 20;
/** Text from a source must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

interface BrokenLink {
  target: string;
  locationReferences: { page?: { title: string; path: string }; reusableContent?: { title: string } }[];
}

/** Prints the links of a space that lead nowhere: how many there are, and the first ones with their places. */
export async function printBrokenLinks(
  context: Context,
  { spaceId }: Pick<SpacePointer, 'spaceId'>,
  actor: Actor,
): Promise<void> {
  // The import has moved the space.
  context.pointers.spaces.invalidate(spaceId);
  const space = await context.pointers.spaces.find(spaceId);
  if (!space) return;
  const { store, links } = createEditingParts(context);
  const reads = createLinkReads(context, store, {
    linksStore: links,
    findOutline: createFindOutline(context),
  });
  const { count, items } = await reads.ofSpace({
    space,
    actor,
    position: { revisionId: space.revisionId, start: 0 },
    limit: SHOWN,
    status: 'broken',
  });
  if (count === 0) return;
  console.log(`Broken links (${count}):`);
  for (const item of items) {
    const { target, locationReferences } = JSON.parse(item) as BrokenLink;
    const [place] = locationReferences;
    const where = place?.page?.path ?? place?.reusableContent?.title ?? '';
    console.log(`  ${where}: ${target}`.replace(CONTROL, '\ufffd'));
  }
  if (count > SHOWN) console.log(`  … and ${count - SHOWN} more.`);
}
