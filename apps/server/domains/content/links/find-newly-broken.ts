import type { DocumentReferences } from '@lectern/content/facts/references';
import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { findPage, openReadableSpace, resolveInOtherSpace } from './other-spaces/open-readable-space.ts';
import { findReadableSpaces, type ReadableSpace } from './other-spaces/readable-spaces.ts';
import { listReferringOwners, listReferringSpaces } from './other-spaces/space-references.repository.ts';
import { createAnchorLookup, findDocumentOf } from './resolution/anchor-lookup.ts';
import { type InAppAddress, readInAppAddress } from './resolution/in-app-address.ts';
import { type Link, localStatus } from './resolution/link.ts';
import type { LinksStore } from './resolution/links-store.ts';
import { readSpaceLinks } from './resolution/read-space-links.ts';
import { type LinkOwner, ownerOf, type SpaceLinks } from './resolution/space-links.ts';

/** A reference that leads somewhere now and would not after a change. */
export interface NewlyBroken {
  /** The space that contains it. */
  spaceId: string;
  owner: Pick<LinkOwner, 'kind' | 'id'>;
  /** The anchor above it. */
  anchor: string | undefined;
  /** The target as written. */
  raw: string;
}

/** The content of a space before and after a change. */
interface ContentChange {
  before: OpenRevision;
  after: Snapshot;
  /** The references of documents that only `after` has. */
  newReferences: ReadonlyMap<Hash, DocumentReferences>;
}

export type FindNewlyBroken = (change: ContentChange, actor: Actor) => Promise<NewlyBroken[]>;

/** Whether an address of the app leads to something in one state of the space. */
type LeadsSomewhere = (address: InAppAddress) => boolean;

/**
 * Creates the function that finds what a change of a space would break: references in the space itself, to other spaces
 * that the caller may read, and from all other spaces of the organization.
 */
export function createFindNewlyBroken(
  context: Pick<Context, 'db' | 'config' | 'pointers'>,
  store: ContentStore,
  linksStore: LinksStore,
): FindNewlyBroken {
  const { db, config, pointers } = context;

  async function readAfter(
    { before, after, newReferences }: ContentChange,
    previous: SpaceLinks,
  ): Promise<SpaceLinks> {
    const { organizationId } = before.space;
    return readSpaceLinks(after, {
      baseUrl: config.baseUrl,
      previous,
      loadParts: async (hashes) => {
        const stored = hashes.filter((hash) => !newReferences.has(hash));
        const partOf = await store.facts.load(organizationId, 'references', stored);
        return (hash) => newReferences.get(hash) ?? partOf(hash);
      },
    });
  }

  /** Answers for addresses of other spaces that are new in the change. */
  async function openOthers(
    links: readonly Link[],
    ownSpaceId: string,
    actor: Actor,
  ): Promise<LeadsSomewhere> {
    const addresses = new Map<string, InAppAddress[]>();
    for (const { target } of links) {
      if (target?.kind !== 'in-app' || target.address.spaceId === undefined) continue;
      const { spaceId } = target.address;
      if (spaceId === ownSpaceId) continue;
      addresses.set(spaceId, [...(addresses.get(spaceId) ?? []), target.address]);
    }
    const readable = await findReadableSpaces(context, actor, [...addresses.keys()]);
    const others = new Map();
    for (const [spaceId, { space }] of readable as ReadonlyMap<string, ReadableSpace>)
      others.set(spaceId, await openReadableSpace(store, space, addresses.get(spaceId) ?? []));
    return (address) => {
      const other = others.get(address.spaceId ?? '');
      // Links to content that the caller may not see are not judged.
      return !other || resolveInOtherSpace(other, address)?.status === 'ok';
    };
  }

  async function findInOtherSpaces(
    { before }: ContentChange,
    wasThere: LeadsSomewhere,
    isThere: LeadsSomewhere,
  ): Promise<NewlyBroken[]> {
    const { space } = before;
    const broken: NewlyBroken[] = [];
    for (const spaceId of await listReferringSpaces(db, space)) {
      const from = await pointers.spaces.find(spaceId);
      if (!from || from.deletedAt || spaceId === space.spaceId) continue;
      if (from.organizationId !== space.organizationId) continue;
      const { snapshot } = await store.open(from, from.revisionId);
      const ownerIds = await listReferringOwners(db, from, space.spaceId);
      const documents = new Map(ownerIds.map((id) => [id, findDocumentOf(snapshot, id)]));
      const partOf = await store.facts.load(
        from.organizationId,
        'references',
        [...documents.values()].flatMap((document) => document?.hash ?? []),
      );
      for (const [id, document] of documents) {
        const page = snapshot.pages.find(id)?.entry;
        const own = page?.type === 'link' ? [{ raw: page.href, anchor: undefined }] : [];
        const references = document ? (partOf(document.hash)?.references ?? []) : own;
        for (const { raw, anchor } of references) {
          const address = readInAppAddress(raw, config.baseUrl);
          if (address?.spaceId !== space.spaceId || !wasThere(address) || isThere(address)) continue;
          broken.push({ spaceId, owner: { kind: page ? 'page' : 'reusable-content', id }, anchor, raw });
        }
      }
    }
    return broken;
  }

  return async (change, actor) => {
    const { spaceId } = change.before.space;
    const before = await linksStore.get(change.before);
    const after = await readAfter(change, before);
    const wasThere = leadsSomewhereIn(change.before, before);
    const isThere = leadsSomewhereIn({ ...change.before, snapshot: change.after }, after);
    const changed = after.owners.filter(
      (owner) => ownerOf(before, owner.id) !== owner || owner.mentions.length > 0,
    );
    const added = changed.flatMap((owner) => listAdded(ownerOf(before, owner.id), owner));
    const others = await openOthers(added, spaceId, actor);
    const broken: NewlyBroken[] = [];
    for (const owner of changed) {
      const old = ownerOf(before, owner.id);
      const known = countTargets(
        (old?.links ?? []).filter((link) => isBroken(link, spaceId, wasThere, () => true)),
      );
      const addedHere = new Set(listAdded(old, owner));
      for (const link of owner.links) {
        const judgeOther: LeadsSomewhere = addedHere.has(link) ? others : () => true;
        if (!isBroken(link, spaceId, isThere, judgeOther)) continue;
        const left = known.get(nameOf(link)) ?? 0;
        if (left > 0) known.set(nameOf(link), left - 1);
        else
          broken.push({
            spaceId,
            owner: { kind: owner.kind, id: owner.id },
            anchor: link.anchor,
            raw: link.raw,
          });
      }
    }
    return [...broken, ...(await findInOtherSpaces(change, wasThere, isThere))];
  };
}

function isBroken(link: Link, ownSpaceId: string, inOwn: LeadsSomewhere, inOther: LeadsSomewhere): boolean {
  const { target } = link;
  if (target?.kind !== 'in-app') return localStatus(link) === 'broken';
  const { address } = target;
  if (address.spaceId === undefined) return false;
  return !(address.spaceId === ownSpaceId ? inOwn(address) : inOther(address));
}

function leadsSomewhereIn(open: OpenRevision, links: SpaceLinks): LeadsSomewhere {
  const lookup = createAnchorLookup(open.snapshot, (id) => ownerOf(links, id));
  return ({ page, anchor }) => {
    if (page === '') return true;
    const entry = findPage(open, page);
    if (!entry) return false;
    return anchor === undefined || lookup.find(entry.id, anchor) !== undefined;
  };
}

/** The links of an owner that it did not have before. */
function listAdded(before: LinkOwner | undefined, after: LinkOwner): Link[] {
  const known = countTargets(before?.links ?? []);
  return after.links.filter((link) => {
    const left = known.get(nameOf(link)) ?? 0;
    if (left > 0) known.set(nameOf(link), left - 1);
    return left === 0;
  });
}

function countTargets(links: readonly Link[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(nameOf(link), (counts.get(nameOf(link)) ?? 0) + 1);
  return counts;
}

const nameOf = ({ kind, raw }: Link): string => `${kind} ${raw}`;
