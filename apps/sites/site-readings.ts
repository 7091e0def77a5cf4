import { LRUCache } from 'lru-cache';
import type { Audience } from '../server/content/revisions/audience.ts';
import type { ContentStore, OpenRevision } from '../server/content/revisions/content-store.ts';
import {
  createAdaptiveReads,
  type Evaluation,
  type Needs,
} from '../server/domains/content/revisions/adaptive-reads.ts';
import {
  contentNotFound,
  type ResolvedContent,
} from '../server/domains/publishing/published-content/resolve-url.ts';
import type { SiteReaders } from '../server/domains/publishing/site-visitors/site-readers.ts';
import type { SiteView } from '../server/domains/publishing/site-visitors/site-view.ts';
import { audienceOf } from '../server/domains/publishing/site-visitors/site-visitor.ts';
import { listSiteSpaces, type SiteSpaceEntry } from '../server/domains/publishing/sites/site-structure.ts';
import { findPreviewedRevision } from '../server/domains/review/change-requests/previewed-revision.ts';
import type { SitePointer, SpacePointer } from '../server/platform/access/pointers.ts';
import type { Context } from '../server/platform/context.ts';
import { limitEntries } from '../server/platform/http/entry-limit.ts';
import type { Delivery } from './delivery.ts';
import { previewKindOf } from './preview-kind.ts';
import { createPublishedSpace, type PublishedSpace, previewSegmentsOf } from './published-space.ts';
import type { ReadVisibleContents } from './visible-contents.ts';
import type { VisiblePage } from './visible-page.ts';

/** A visitor at a place of a site, with everything that is needed to make pages for them. */
export interface Reading {
  resolved: ResolvedContent;
  open: OpenRevision;
  audience: Audience;
  view: SiteView;
  place: PublishedSpace;
  /** Identifies the versions of the OpenAPI specs of the organization. */
  specEpoch: string;
}

/** Reads the content that visitors see on a site. Everything that shows a part of it reads it here. */
export interface SiteReadings {
  /** Reads the place that an address was resolved to. */
  read(resolved: ResolvedContent): Promise<Reading>;
  /** Reads another space of the site; undefined if it no longer exists, or if the visitor may not see it. */
  readIn(resolved: ResolvedContent, siteSpace: SiteSpaceEntry): Promise<Reading | undefined>;
  /** Reads the spaces that the visitor sees and the site lists, in its order; one after the other, on demand. */
  readAll(resolved: ResolvedContent): AsyncGenerator<Reading>;
  /** Evaluates the conditions and expressions of a page for the visitor. */
  evaluate(reading: Reading, page: VisiblePage): Promise<Evaluation>;
  /** Returns a key of everything that a page at the place depends on, except the page itself. */
  keyOf(reading: Reading): readonly unknown[];
}

const MAX_NEEDS = 20_000;

export function createSiteReadings(
  context: Pick<Context, 'db' | 'pointers' | 'clock'>,
  store: ContentStore,
  {
    readVisible,
    readers,
    delivery,
  }: { readVisible: ReadVisibleContents; readers: Pick<SiteReaders, 'mayPreview'>; delivery: Delivery },
): SiteReadings {
  const { pointers, clock } = context;
  const adaptive = createAdaptiveReads(store);
  const versionOf = createVersions();
  const needsOf = new LRUCache<string, Needs>(limitEntries(MAX_NEEDS));

  async function openRevision(space: SpacePointer, resolved: ResolvedContent): Promise<OpenRevision> {
    const { changeRequest, revision } = resolved;
    if (revision !== undefined) return store.open(space, revision);
    if (changeRequest === undefined) return store.open(space, space.revisionId);
    const revisionId = await findPreviewedRevision(context, space, changeRequest);
    if (revisionId === undefined) throw contentNotFound();
    return store.open(space, revisionId);
  }

  function viewAs({ open, visitor }: ResolvedContent): Pick<Reading, 'audience' | 'view'> {
    const now = clock();
    const readers = audienceOf(open.site, visitor, now);
    return {
      view: open.viewFor(readers),
      audience: { claims: readers.claims, isVisitor: true, now },
    };
  }

  async function readSpace(
    resolved: ResolvedContent,
    { siteSpace, space }: { siteSpace: SiteSpaceEntry; space: SpacePointer },
    { audience, view }: Pick<Reading, 'audience' | 'view'> = viewAs(resolved),
  ): Promise<Reading> {
    const revision = await openRevision(space, resolved);
    const specEpoch = (await pointers.specs.find(space.organizationId))?.epoch ?? '';
    const contents = await readVisible(revision, audience);
    const place = createPublishedSpace({
      structure: resolved.open.structure,
      view,
      siteSpace,
      contents,
      siteSegments: resolved.siteBase,
      previewSegments: previewSegmentsOf(resolved),
      pageEnding: delivery.pageEnding,
    });
    return { resolved, open: revision, audience, view, place, specEpoch };
  }

  async function findSpace({ spaceId }: { spaceId: string }): Promise<SpacePointer | undefined> {
    const space = await pointers.spaces.find(spaceId);
    return space && !space.deletedAt ? space : undefined;
  }

  /** Whether the visitor may see the space. In a preview, the member may not be able to read every space. */
  async function maySee({ open, visitor }: ResolvedContent, space: SpacePointer): Promise<boolean> {
    return !visitor.preview || readers.mayPreview(open.site, visitor, space);
  }

  async function findNeeds(open: OpenRevision, { entry }: VisiblePage): Promise<Needs> {
    const key = `${open.space.spaceId}/${open.revision.revisionId}/${entry.id}`;
    const known = needsOf.get(key);
    if (known) return known;
    const document = entry.type === 'document' ? entry : undefined;
    const needs = await adaptive.listVisitorNeeds(open, {
      document: {
        hash: document?.document,
        path: document?.git?.path,
        isDereferenced: true,
        page: document,
      },
      hasContent: false,
    });
    needsOf.set(key, needs);
    return needs;
  }

  async function readIn(resolved: ResolvedContent, siteSpace: SiteSpaceEntry): Promise<Reading | undefined> {
    const space = await findSpace(siteSpace);
    if (!space || !(await maySee(resolved, space))) return undefined;
    const isHere = siteSpace.siteSpaceId === resolved.siteSpaceId;
    const there = isHere ? resolved : elsewhere(resolved, siteSpace);
    return readSpace(there, { siteSpace, space });
  }

  return {
    readIn,
    async read(resolved) {
      const space = await findSpace(resolved);
      if (!space) throw contentNotFound();
      const seen = viewAs(resolved);
      const siteSpace = listSiteSpaces(seen.view.structure).find(
        ({ siteSpaceId }) => siteSpaceId === resolved.siteSpaceId,
      );
      if (!siteSpace) throw contentNotFound();
      return readSpace(resolved, { siteSpace, space }, seen);
    },

    async *readAll(resolved) {
      for (const siteSpace of listSiteSpaces(viewAs(resolved).view.structure)) {
        const isHere = siteSpace.siteSpaceId === resolved.siteSpaceId;
        const reading = siteSpace.isHidden && !isHere ? undefined : await readIn(resolved, siteSpace);
        if (reading) yield reading;
      }
    },

    async evaluate({ open, audience }, page) {
      return adaptive.evaluate(await findNeeds(open, page), audience, 'true');
    },

    keyOf: ({ resolved, open, view, place, specEpoch }) => [
      versionOf(resolved.open.site),
      place.siteSpace.siteSpaceId,
      open.revision.revisionId,
      open.space.fileEpoch,
      hiddenParts(view),
      place.contents.key,
      specEpoch,
      place.siteHref,
      place.previewSegments,
      previewKindOf(resolved.visitor) ?? null,
    ],
  };
}

/** Moves the visitor to another space of the site, where only current content is shown. */
function elsewhere(resolved: ResolvedContent, { siteSpaceId, spaceId }: SiteSpaceEntry): ResolvedContent {
  const { changeRequest: _changeRequest, revision: _revision, sectionId: _sectionId, ...shared } = resolved;
  return { ...shared, siteSpaceId, spaceId, base: resolved.siteBase, rest: [] };
}

/** Whether everybody sees the same content, so that shared caches may keep it. */
export const isSharedWithAll = ({ resolved: { open, visitor } }: Pick<Reading, 'resolved'>): boolean =>
  (open.site.visibility === 'public' || open.site.visibility === 'unlisted') &&
  !open.site.isAdaptive &&
  visitor.preview === undefined;

/** Whether everybody may read the site and search engines may list it. */
export const isPublicSite = ({ open, visitor }: Pick<ResolvedContent, 'open' | 'visitor'>): boolean =>
  open.site.visibility === 'public' && visitor.preview === undefined;

/** Numbers the pointers of sites: every change of a site results in another number. */
function createVersions(): (site: SitePointer) => number {
  const versions = new WeakMap<SitePointer, number>();
  let last = 0;
  return (site) => {
    const known = versions.get(site);
    if (known !== undefined) return known;
    last += 1;
    versions.set(site, last);
    return last;
  };
}

const knownHidden = new WeakMap<SiteView, string>();

/** Identifies the hidden parts of the structure: visitors with the same name see the same parts. */
function hiddenParts(view: SiteView): string {
  const known = knownHidden.get(view);
  if (known !== undefined) return known;
  const name = view.hidden
    .map(({ part }) => {
      if (part.kind === 'site-space') return part.siteSpaceId;
      if (part.kind === 'site-section') return part.siteSectionId;
      return part.kind === 'site-section-group' ? part.siteSectionGroupId : part.siteExternalLinkId;
    })
    .join();
  knownHidden.set(view, name);
  return name;
}
