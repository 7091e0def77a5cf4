import { type ComputedListing, readListing } from '@lectern/content/tree/computed-listing';
import type { Block, JSONDocument } from '@lectern/markdown/document';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { v5 as uuidv5, validate } from 'uuid';
import { refuseUnsupported } from '../../../compat/unsupported-fields.ts';
import { documentNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { TargetViewer } from '../../../platform/access/space-role.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { specNotFound } from '../openapi.service.ts';
import type { SpecFinders } from '../reference/spec-finders.ts';
import type { ComputedSource } from './computed-content.schemas.ts';
import { readProps } from './computed-sources.ts';
import { type ComputedPage, listComputedPages } from './list-computed-pages.ts';

/** The pages of the present version of a spec. */
export interface ComputedRevision {
  spec: string;
  pages: ComputedPage[];
  /** The time of its last version. */
  at: Date;
}

/** The viewer, and the space whose content is computed. */
export interface ComputedPlace {
  space: SpacePointer;
  viewer: TargetViewer;
}

/** Derives the ids of computed content from a seed, so that they are stable. */
const SEEDS = 'b1f0e6c2-0f5c-5d86-9c55-6f2a52b0d4a7';
export const idOf = (seed: string, name: string): string =>
  uuidv5(name, validate(seed) ? seed : uuidv5(seed, SEEDS));

export function createComputedContent(store: ContentStore, { findOutline, findNews }: SpecFinders) {
  /**
   * Callers who may read the specs of the organization can name each of them; others only those in the table of
   * contents of the space.
   */
  async function mayRead({ space, viewer }: ComputedPlace, spec: string): Promise<boolean> {
    if (viewer.inOrganization !== null && isAtLeast(viewer.inOrganization, 'read')) return true;
    const { snapshot } = await store.open(space, space.revisionId);
    for (const { entry } of snapshot.pages.pages())
      if (entry.type === 'computed' && readListing(JSON.parse(entry.source))?.spec === spec) return true;
    return false;
  }

  async function list(
    place: ComputedPlace,
    source: ComputedSource,
    wanted: Partial<ComputedListing>,
  ): Promise<ComputedRevision> {
    const listing = { ...listingOf(source), ...wanted };
    const { spec } = listing;
    const { organizationId } = place.space;
    const outline = (await mayRead(place, spec)) ? await findOutline(organizationId, spec) : undefined;
    const news = outline && (await findNews(organizationId, spec));
    const [last] = news?.versions ?? [];
    if (!outline || !last) throw specNotFound();
    return {
      spec,
      pages: listComputedPages(listing, outline.outline, news?.versions ?? []),
      at: last.created_at,
    };
  }

  return {
    /** Returns the pages that a computed entry with this source would produce. */
    readRevision: (place: ComputedPlace, source: ComputedSource) => list(place, source, {}),

    /** Returns the document of one of these pages. */
    async readDocument(place: ComputedPlace, source: ComputedSource, seed: string): Promise<JSONDocument> {
      const { key, isByOperation } = readProps(source.props ?? {});
      const { pages } = await list(place, source, { isByOperation, hasModels: true, hasChangelog: true });
      const page = findPage(pages, key);
      if (!page?.parts) throw documentNotFound();
      const { document } = parseMarkdown('');
      return { ...document, nodes: withKeys(page.parts.blocks, idOf(seed, key)) };
    },
  };
}

function listingOf(source: ComputedSource): ComputedListing {
  refuseUnsupported('computed-source', source);
  const listing = readListing(source);
  if (!listing) throw invalidField('source.dependencies.spec', 'does not specify an OpenAPI spec.');
  return listing;
}

function findPage(pages: readonly ComputedPage[], key: string): ComputedPage | undefined {
  for (const page of pages) {
    const found = page.key === key ? page : findPage(page.children, key);
    if (found) return found;
  }
  return undefined;
}

/** Blocks with stable keys, which they get from the page. */
export const withKeys = (blocks: readonly Block[], seed: string): Block[] =>
  blocks.map((block, n) => ({ ...block, key: block.key ?? idOf(seed, String(n)) }));
