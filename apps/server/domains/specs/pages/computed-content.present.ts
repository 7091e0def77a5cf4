import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Static } from 'typebox';
import type { Page } from '../../../content/revisions/content.schemas.ts';
import type { PageContent } from '../../../content/revisions/page.present.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { ComputedRevisionSchema } from './computed-content.schemas.ts';
import { type ComputedRevision, idOf } from './computed-content.service.ts';
import { propsOf } from './computed-sources.ts';
import type { PlacedPage } from './computed-tree.ts';
import type { ComputedPage } from './list-computed-pages.ts';

interface Presentation {
  space: Pick<SpacePointer, 'spaceId'>;
  seed: string;
  baseUrl: string;
}

export function presentComputedRevision(
  { spec, pages, at }: ComputedRevision,
  presentation: Presentation,
): Static<typeof ComputedRevisionSchema> {
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const present = (page: ComputedPage, above: string): Page => {
    const path = above + page.slug;
    const pages = page.children.map((child) => present(child, `${path}/`));
    const place = { id: idOf(presentation.seed, page.key), path, spec, times };
    return presentComputedPage({ page, ...place }, presentation, { pages });
  };
  return { pages: pages.map((page) => present(page, '')), files: [], reusableContents: [] };
}

/** A computed page of a revision with those below it. Its seed is its entry in the table of contents. */
export function presentPlacedPage(
  placed: PlacedPage,
  addresses: Omit<Presentation, 'seed'>,
  content: PageContent = {},
): Page {
  const { entry, children } = placed;
  const { createdAt, updatedAt } = entry;
  const pages = children.map((child) => presentPlacedPage(child, addresses));
  const presentation = { ...addresses, seed: entry.id };
  return presentComputedPage({ ...placed, times: { createdAt, updatedAt } }, presentation, {
    pages,
    ...content,
  });
}

interface Shown extends Pick<PlacedPage, 'page' | 'id' | 'path' | 'spec'> {
  times: { createdAt: string; updatedAt: string };
}

function presentComputedPage(
  { page, id, path, spec, times }: Shown,
  { space, seed, baseUrl }: Presentation,
  content: PageContent & { pages: Page[] },
): Page {
  const { title, slug, parts } = page;
  const { pages } = content;
  const shared = {
    id,
    title,
    ...times,
    slug,
    path,
    hidden: false,
    noIndex: false,
    noRobotsIndex: false,
    pages,
  };
  if (!parts) return { ...shared, type: 'group', kind: 'group' };
  return {
    ...shared,
    type: 'document',
    kind: 'sheet',
    // No revision has the page, so that nothing shows it but the space.
    urls: { app: `${baseUrl}/app/s/${space.spaceId}` },
    layout: readPageSettings({}).layout,
    tags: [],
    computed: {
      type: 'builtin:openapi',
      props: propsOf(page),
      dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    },
    computedSeed: seed,
    ...content,
  };
}
