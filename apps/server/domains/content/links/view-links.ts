import { nameOperation, nameSchema, nameWebhook } from '@lectern/content/facts/reference-places';
import { LRUCache } from 'lru-cache';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { FindOutline, KnownOutline } from '../../specs/reference/spec-outlines.ts';
import {
  type OtherSpace,
  type OtherTarget,
  openReadableSpace,
  resolveInOtherSpace,
} from './other-spaces/open-readable-space.ts';
import { findReadableSpaces, type ReadableSpace } from './other-spaces/readable-spaces.ts';
import type { InAppAddress } from './resolution/in-app-address.ts';
import type { Link, LinkStatus } from './resolution/link.ts';
import { DEPENDS, type SpaceLinks, STATUS_CODES } from './resolution/space-links.ts';

/** The references of a revision as one caller sees them. */
export interface LinksView {
  open: OpenRevision;
  links: SpaceLinks;
  /** The status of each link by index, encoded as `STATUS_CODES`. */
  statuses: Uint8Array;
  /** The space that an address inside the app names, with this caller's role on it; undefined: not to be seen. */
  readable: ReadonlyMap<string, ReadableSpace>;
  /** Returns the target of an in-app address; undefined if only the address itself is known. */
  targetOf(address: InAppAddress): OtherTarget | undefined;
}

/** The results that depend on other spaces, shared by all callers who see the same ones. */
interface Outlook {
  statuses: Uint8Array;
  targetOf: LinksView['targetOf'];
}

export type ViewLinks = (open: OpenRevision, links: SpaceLinks, actor: Actor) => Promise<LinksView>;

/** Callers of one space mostly see the same other spaces, and these change seldom. */
const KEPT_OUTLOOKS = 4;

export function createViewLinks(
  context: Pick<Context, 'db' | 'pointers'>,
  store: ContentStore,
  findOutline: FindOutline,
): ViewLinks {
  const outlooks = new WeakMap<SpaceLinks, LRUCache<string, Outlook>>();

  async function readSpecs(
    organizationId: string,
    slugs: readonly string[],
  ): Promise<ReadonlyMap<string, KnownOutline>> {
    const specs = new Map<string, KnownOutline>();
    for (const slug of slugs) {
      const known = await findOutline(organizationId, slug);
      if (known) specs.set(slug, known);
    }
    return specs;
  }

  return async (open, links, actor) => {
    const readable = await findReadableSpaces(context, actor, links.mentionedSpaces);
    const { spaceId, revisionId } = { ...open.space, ...open.revision };
    const own = readable.get(spaceId);
    // Addresses of the space itself are looked up in the revision that is shown.
    if (own) readable.set(spaceId, { ...own, space: { ...own.space, revisionId } });
    const specs = await readSpecs(open.space.organizationId, links.mentionedSpecs);
    const key = [
      ...[...readable.values()].map(
        ({ space }) => `${space.spaceId} ${space.deletedAt ? 'deleted' : space.revisionId}`,
      ),
      ...[...specs].map(([slug, { contentHash }]) => `${slug} ${contentHash}`),
    ]
      .sort()
      .join('\n');
    let known = outlooks.get(links);
    if (!known) {
      known = new LRUCache({ max: KEPT_OUTLOOKS });
      outlooks.set(links, known);
    }
    let outlook = known.get(key);
    if (!outlook) {
      outlook = await look(store, links, { readable, specs });
      known.set(key, outlook);
    }
    return { open, links, readable, ...outlook };
  };
}

async function look(
  store: ContentStore,
  links: SpaceLinks,
  { readable, specs }: Pick<LinksView, 'readable'> & { specs: ReadonlyMap<string, KnownOutline> },
): Promise<Outlook> {
  const { mentionedSpaces, mentionedSpecs } = links;
  if (mentionedSpaces.length === 0 && mentionedSpecs.length === 0)
    return { statuses: links.statuses, targetOf: () => undefined };
  const addresses = new Map<string, InAppAddress[]>();
  for (const { address } of dependent(links)) {
    const { spaceId = '' } = address;
    if (!readable.has(spaceId)) continue;
    const known = addresses.get(spaceId);
    if (known) known.push(address);
    else addresses.set(spaceId, [address]);
  }
  const others = new Map<string, OtherSpace>();
  for (const [spaceId, asked] of addresses)
    others.set(
      spaceId,
      await openReadableSpace(store, (readable.get(spaceId) as ReadableSpace).space, asked),
    );

  const targetOf = (address: InAppAddress): OtherTarget | undefined => {
    const other = others.get(address.spaceId ?? '');
    return other && resolveInOtherSpace(other, address);
  };
  const statuses = links.statuses.slice();
  for (const { index, address } of dependent(links)) {
    const isSeen = others.has(address.spaceId ?? '');
    const status: LinkStatus = isSeen ? (targetOf(address)?.status ?? 'broken') : 'in-app';
    statuses[index] = STATUS_CODES[status];
  }
  const partsOf = new Map([...specs].map(([slug, { outline }]) => [slug, namesOf(outline)]));
  for (const { index, slug, parts } of showing(links)) {
    const known = partsOf.get(slug);
    statuses[index] = STATUS_CODES[known && parts.every((part) => known.has(part)) ? 'ok' : 'broken'];
  }
  return { statuses, targetOf };
}

const namesOf = ({ operations, webhooks, schemas }: KnownOutline['outline']): ReadonlySet<string> =>
  new Set([...operations.map(nameOperation), ...webhooks.map(nameWebhook), ...schemas.map(nameSchema)]);

/** The links that show parts of specs. */
function* showing({
  owners,
}: SpaceLinks): Generator<{ index: number; slug: string; parts: readonly string[] }> {
  let index = 0;
  for (const { links, specs } of owners) {
    if (specs.length > 0)
      for (const [n, { target }] of links.entries())
        if (target?.kind === 'spec') yield { index: index + n, ...target };
    index += links.length;
  }
}

function* dependent({ owners, statuses }: SpaceLinks): Generator<{ index: number; address: InAppAddress }> {
  let index = 0;
  for (const { links } of owners) {
    for (const { target } of links as readonly Link[]) {
      if (statuses[index] === DEPENDS && target?.kind === 'in-app') yield { index, address: target.address };
      index += 1;
    }
  }
}
