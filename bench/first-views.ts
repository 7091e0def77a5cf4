/**
 * How long the first reader of a page of a large spec waits, in a service of its own: after the spec was published, after
 * a start and a while without work, and directly after a start. `tag`: that of the page.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeComputedEntry } from '../test/fixtures/published/computed/computed-pages.ts';
import { createFixtureRepository, temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { type RunningService, request } from '../test/process/service-process.ts';
import { addSpace, ENVIRONMENT, importRepository, TOKEN, waitForQuiet, withService } from './service.ts';

const SLUG = 'spec';

export async function measureFirstViews(text: string, tag: string): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    const files = {
      'README.md': '# Home\n',
      'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry(SLUG, {})}`,
    };
    const { directory } = await createFixtureRepository(join(folder.path, SLUG), { files });
    git.options.repositories[SLUG] = directory;
    await withService(async (first, setup) => {
      let service = first;
      await waitForQuiet(service);
      const url = await publish(service, { text, tag, repository: git.url(SLUG) });
      await waitForQuiet(service);
      await view('after the spec was published', url);
      for (const isQuiet of [true, false]) {
        await service.stop();
        service = await setup.serve({
          ...ENVIRONMENT,
          LECTERN_PORT: new URL(service.url).port,
          LECTERN_SITES_PORT: new URL(service.sitesUrl).port,
        });
        if (isQuiet) await waitForQuiet(service);
        await view(isQuiet ? 'after a start and a while without work' : 'directly after a start', url);
      }
      await service.stop();
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}

/** Publishes a site with the pages of the spec. Returns the address of the page of the tag. */
async function publish(
  service: RunningService,
  { text, tag, repository }: { text: string; tag: string; repository: string },
): Promise<string> {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> =>
    (await request<T>(service, TOKEN, path, { method, ...(body && { body }) })).body;
  const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');
  const organization = `/v1/orgs/${items[0]?.id}`;
  const spec = `${organization}/openapi/${SLUG}`;
  await send('PUT', spec, { source: { text } });
  while ((await send<{ processingState: string }>('GET', spec)).processingState !== 'complete')
    await sleep(100);
  const spaceId = await addSpace(service, 'Space');
  await importRepository(service, spaceId, repository);
  const site = { title: 'Site', spaces: [spaceId], visibility: 'public' };
  const { id } = await send<{ id: string }>('POST', `${organization}/sites`, site);
  const { urls } = await send<{ urls: { published: string } }>('POST', `${organization}/sites/${id}/publish`);
  return new URL(tag, urls.published).href;
}

async function view(when: string, url: string): Promise<void> {
  const startedAt = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  console.log(
    `  the first page of the tag ${when}: ${Math.round(performance.now() - startedAt)} ms, ${(html.length / 1e6).toFixed(2)} MB`,
  );
}
