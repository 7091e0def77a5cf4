/** Warm reads of a published site ÷ a bare `node:http` server that sends the same bytes. */
import { join } from 'node:path';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { request } from '../test/process/service-process.ts';
import { compareWithBare } from './compare-with-bare.ts';
import { createDocumentation } from './documentation.ts';
import { pin, SERVER_CORE } from './load.ts';
import { addSpace, importRepository, TOKEN, withService } from './service.ts';

const PAGES = 5000;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      pin(service.pid, SERVER_CORE);
      const { directory } = await createDocumentation(join(folder.path, 'docs'), PAGES, 'e1');
      git.options.repositories.docs = directory;
      const spaceId = await addSpace(service, 'docs');
      await importRepository(service, spaceId, git.url('docs'));
      const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
      const sites = `/v1/orgs/${organizations.body.items[0]?.id}/sites`;
      const created = await request<{ id: string }>(service, TOKEN, sites, {
        method: 'POST',
        body: { title: 'Measured', spaces: [spaceId], visibility: 'public' },
      });
      const site = `${sites}/${created.body.id}`;
      const published = await request<{ urls: { published: string } }>(service, TOKEN, `${site}/publish`, {
        method: 'POST',
      });
      const url = `${published.body.urls.published}part-3/page-7`;
      const body = JSON.stringify({ url, visitor: { type: 'human' }, redirectOnError: false });
      const resolved = await request<{ apiToken: string }>(service, TOKEN, '/v1/urls/published', {
        method: 'POST',
        body: JSON.parse(body),
      });
      const headers = { authorization: `Bearer ${resolved.body.apiToken}` };
      const space = await request<{ revision: string }>(
        service,
        resolved.body.apiToken,
        `/v1/spaces/${spaceId}`,
      );
      const revision = `/v1/spaces/${spaceId}/revisions/${space.body.revision}?metadata=true`;
      const compare = (comparison: Parameters<typeof compareWithBare>[2]) =>
        compareWithBare(service, folder.path, comparison);
      await compare({
        name: 'resolve a URL',
        path: '/v1/urls/published',
        headers: { 'content-type': 'application/json' },
        body,
        statuses: [200],
      });
      await compare({ name: 'published site', path: `${site}/published`, headers, statuses: [200, 304] });
      await compare({ name: `revision of ${PAGES} pages`, path: revision, headers, statuses: [200, 304] });
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}
