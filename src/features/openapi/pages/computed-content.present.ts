import type { Static } from 'typebox';
import type { SpacePointer } from '../../../access/pointers.ts';
import { readPageSettings } from '../../../content/facts/page-settings.ts';
import type { Page } from '../../../content/revisions/content.schemas.ts';
import type { ComputedRevisionSchema } from './computed-content.schemas.ts';
import { type ComputedRevision, idOf } from './computed-content.service.ts';
import { propsOf } from './computed-sources.ts';
import type { ComputedPage } from './list-computed-pages.ts';

interface Presentation {
  space: SpacePointer;
  seed: string;
  baseUrl: string;
}

export function presentComputedRevision(
  { spec, pages, at }: ComputedRevision,
  { space, seed, baseUrl }: Presentation,
): Static<typeof ComputedRevisionSchema> {
  const time = at.toISOString();
  const { layout } = readPageSettings({});

  function present(page: ComputedPage, above: string): Page {
    const { key, title, slug, parts, children } = page;
    const path = above + slug;
    const shared = {
      id: idOf(seed, key),
      title,
      createdAt: time,
      updatedAt: time,
      slug,
      path,
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      pages: children.map((child) => present(child, `${path}/`)),
    };
    if (!parts) return { ...shared, type: 'group', kind: 'group' };
    return {
      ...shared,
      type: 'document',
      kind: 'sheet',
      // No revision has the page, so that nothing shows it but the space.
      urls: { app: `${baseUrl}/app/s/${space.spaceId}` },
      layout,
      tags: [],
      computed: {
        type: 'builtin:openapi',
        props: propsOf(page),
        dependencies: { spec: { ref: { kind: 'openapi', spec } } },
      },
      computedSeed: seed,
    };
  }

  return { pages: pages.map((page) => present(page, '')), files: [], reusableContents: [] };
}
