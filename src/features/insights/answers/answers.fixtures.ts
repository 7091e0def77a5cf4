import type { TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import type { SpacePointer } from '../../../access/pointers.ts';
import { addTrackedSite, eventOf, type TrackedSiteOfTest } from '../insights.fixtures.ts';

export interface ReadSite extends TrackedSiteOfTest {
  /** The ids of its pages, by their paths; the first one is at the address of the site. */
  pages: Readonly<Record<string, string>>;
  /** The address of the site, without a slash at the end. */
  address: string;
  /** An event on the page with this path; on a path without a page, one of a missing page. */
  on(path: string, fields?: Parameters<typeof eventOf>[0]): Record<string, unknown>;
}

const FILES = {
  'SUMMARY.md':
    '* [Home](README.md)\n* [Install](install.md)\n  * [Linux](install/linux.md)\n* [Guide](guide.md)\n',
  'README.md': '# Home\n\nWelcome.\n',
  'install.md': '# Install\n\nHow to.\n',
  'install/linux.md': '# Linux\n\nOn Linux.\n',
  'guide.md': '# Guide\n\nMore.\n',
};

/** A published site with four pages. */
export async function addReadSite(
  app: TestApp,
  options: { files?: Record<string, string>; visibility?: 'public' | 'visitor-auth' } = {},
): Promise<ReadSite> {
  const site = await addTrackedSite(app, options);
  await putContent(app, site.spaceId, { ...FILES, ...options.files });
  const space = (await app.context.pointers.spaces.find(site.spaceId)) as SpacePointer;
  const { snapshot } = await app.app.content.open(space, space.revisionId);
  const pages = Object.fromEntries(
    [...snapshot.pages.pages()].map(({ entry }, n) => [
      n === 0 ? '' : snapshot.pages.pathOf(entry.id),
      entry.id,
    ]),
  );
  const { urls } = (await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${site.siteId}`)).json();
  const address = String(urls.published).replace(/\/$/, '');
  return {
    ...site,
    pages,
    address,
    on: (path, fields = {}) =>
      eventOf({
        ...fields,
        location: {
          url: `${address}/${path}`,
          siteSpace: site.siteSpaceId,
          space: site.spaceId,
          page: pages[path] ?? null,
          ...fields.location,
        },
      }),
  };
}

export interface AnswerBody {
  totals: Record<string, number>;
  items: Record<string, unknown>[];
}

/** Returns an answer. Throws for an error. */
export async function ask(
  app: TestApp,
  { url }: { url: string },
  name: string,
  query: Record<string, string> = {},
): Promise<AnswerBody> {
  const response = await app.request('GET', `${url}/answers/${name}?${new URLSearchParams(query)}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json() as AnswerBody;
}
