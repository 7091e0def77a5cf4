/** Warm, authorized reads ÷ a bare `node:http` server that sends the same bytes. */
import { join } from 'node:path';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { compareWithBare } from './compare-with-bare.ts';
import { createDocumentation } from './documentation.ts';
import { pin, SERVER_CORE } from './load.ts';
import { addSpace, importRepository, listPages, TOKEN, withService } from './service.ts';

const authorization = `Bearer ${TOKEN}`;

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    await withService(async (service) => {
      pin(service.pid, SERVER_CORE);
      const [small, large] = [await importPages(100), await importPages(1000)];
      // A page without subpages.
      const page = (await listPages(service, large))[505];
      const compare = (name: string, path: string) =>
        compareWithBare(service, folder.path, {
          name,
          path,
          headers: { authorization },
          statuses: [200, 304],
        });
      await compare('page as Markdown', `/v1/spaces/${large}/content/page/${page}?format=markdown`);
      await compare('page as blocks', `/v1/spaces/${large}/content/page/${page}?format=document`);
      await compare('revision of 100 pages', `/v1/spaces/${small}/content`);
      await compare('revision of 1,000 pages', `/v1/spaces/${large}/content`);

      async function importPages(pages: number): Promise<string> {
        const name = `docs-${pages}`;
        const { directory } = await createDocumentation(join(folder.path, name), pages, 'e1');
        git.options.repositories[name] = directory;
        const spaceId = await addSpace(service, name);
        await importRepository(service, spaceId, git.url(name));
        return spaceId;
      }
    });
  } finally {
    await git.close();
    await folder.remove();
  }
}
