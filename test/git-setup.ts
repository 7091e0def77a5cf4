import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import {
  type CorpusName,
  createFixtureRepository,
  type FixtureFiles,
  type FixtureRepository,
  loadCorpus,
  temporaryDirectory,
} from './git-fixtures.ts';
import { createOddities } from './git-oddities.ts';
import { type GitServer, startGitServer } from './git-server.ts';

/** The app of a test file, with a Git server to which may be pushed. */
export interface GitSetup {
  app: TestApp;
  git: GitServer;
  /** A repository that the server has from now on, with these files in its first commit. */
  serve(name: string, files?: FixtureFiles): Promise<FixtureRepository>;
  /** A copy of a real repository, in the same way. */
  serveCorpus(name: CorpusName): Promise<FixtureRepository>;
  /** One with everything that occurs in practice but not in the corpora. */
  serveOddities(name: string): Promise<FixtureRepository>;
}

/** Prepares a setup before the tests of a file or group, and removes it after them. */
export function useGitSetup(clock?: () => Date): GitSetup {
  const setup = {} as GitSetup;
  let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
  const keep = (name: string, repository: FixtureRepository): FixtureRepository => {
    setup.git.options.repositories[name] = repository.directory;
    return repository;
  };
  beforeAll(async () => {
    folder = await temporaryDirectory();
    const directoryOf = (name: string): string => join(folder.path, `${name}.git`);
    Object.assign(setup, {
      app: await buildTestApp({ ...(clock ? { clock } : {}), config: { allowPrivateNetworks: true } }),
      git: await startGitServer({ repositories: {}, allowPush: true }),
      serve: async (name: string, files?: FixtureFiles) =>
        keep(name, await createFixtureRepository(directoryOf(name), files ? { files } : {})),
      serveOddities: async (name: string) => keep(name, await createOddities(directoryOf(name))),
      serveCorpus: async (name: CorpusName) => keep(name, await loadCorpus(name, directoryOf(name))),
    } satisfies GitSetup);
  });
  afterAll(async () => {
    await setup.git.close();
    await setup.app.close();
    await folder.remove();
  });
  return setup;
}
