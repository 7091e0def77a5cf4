/**
 * Measures the time of an import from the request to the end, over `git http-backend`: new, and with three changed
 * files.
 */
import { join } from 'node:path';
import { temporaryDirectory } from '../test/git-fixtures.ts';
import { startGitServer } from '../test/git-server.ts';
import { createDocumentation, pagePath, pageSource } from './documentation.ts';
import { addSpace, importRepository, withService } from './service.ts';

const RUNS: [pages: number, runs: number][] = [
  [1000, 4],
  [10_000, 2],
];

export async function run(): Promise<void> {
  const folder = await temporaryDirectory();
  const git = await startGitServer({ repositories: {} });
  try {
    for (const [pages, runs] of RUNS) {
      await withService(async (service) => {
        for (let turn = 1; turn <= runs; turn += 1) {
          const name = `docs-${pages}-${turn}`;
          const repository = await createDocumentation(join(folder.path, name), pages, `e${turn}`);
          git.options.repositories[name] = repository.directory;
          const spaceId = await addSpace(service, name);
          const whole = await importRepository(service, spaceId, git.url(name));
          if (whole.counts.pages !== pages) throw new Error(`${whole.counts.pages} pages were imported.`);
          const changed = [1, Math.floor(pages / 2), pages - 2];
          await repository.commit(
            Object.fromEntries(changed.map((page) => [pagePath(page), pageSource(page, 'changed')])),
          );
          const again = await importRepository(service, spaceId, git.url(name));
          if (again.counts.changed !== 3) throw new Error(`${again.counts.changed} files were read.`);
          console.log(
            `${pages} pages, ${turn === 1 ? 'first import of a process' : 'a further import'}: ` +
              `${whole.seconds.toFixed(2)} s (${Math.round(pages / whole.seconds)} pages/s); ` +
              `three changed files: ${again.seconds.toFixed(2)} s`,
          );
        }
      });
    }
  } finally {
    await git.close();
    await folder.remove();
  }
}
