import { createHash } from 'node:crypto';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addSpace } from '../../../../test/factories.ts';
import {
  CORPORA,
  type CorpusName,
  type FixtureRepository,
  loadCorpus,
  temporaryDirectory,
  whyNoCorpora,
} from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { runJobs } from '../../../../test/jobs.ts';

interface Page {
  id: string;
  type: string;
  title: string;
  git?: { path: string };
  pages?: Page[];
}

/** The spaces of each corpus: the directory, and the one that its configuration leads to. */
const SPACES: [corpus: CorpusName, directory: string, root: string][] = [
  ['phantasma-docs', '', ''],
  ['govstack-bb-payments', '', 'spec'],
];

describe.skipIf(whyNoCorpora !== undefined)('real repositories, imported over HTTP', () => {
  let app: TestApp;
  let git: GitServer;
  let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
  const repositories = new Map<CorpusName, FixtureRepository>();
  const spaces = [...SPACES];

  beforeAll(async () => {
    app = await buildTestApp({ config: { allowPrivateNetworks: true } });
    folder = await temporaryDirectory();
    for (const name of CORPORA)
      repositories.set(name, await loadCorpus(name, join(folder.path, `${name}.git`)));
    git = await startGitServer({
      repositories: Object.fromEntries([...repositories].map(([name, { directory }]) => [name, directory])),
    });
    for (const path of await listFiles('gitbook-example-site')) {
      if (posix.basename(path) !== 'SUMMARY.md') continue;
      spaces.push(['gitbook-example-site', posix.dirname(path), posix.dirname(path)]);
    }
  });
  afterAll(async () => {
    await git.close();
    await app.close();
    await folder.remove();
  });

  const show = (name: CorpusName, args: string[]): Promise<string> =>
    (repositories.get(name) as FixtureRepository).git(args);
  const listFiles = async (name: CorpusName): Promise<string[]> =>
    (await show(name, ['ls-tree', '-r', '-z', '--name-only', 'main'])).split('\0').filter(Boolean);

  /** Git's own names of the files' bytes. */
  async function listOids(name: CorpusName): Promise<Map<string, string>> {
    const lines = (await show(name, ['ls-tree', '-r', '-z', 'main'])).split('\0').filter(Boolean);
    return new Map(
      lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] as string]),
    );
  }

  /** Saves pages as documents, as they are read. */
  async function saveUntouched(spaceId: string, pages: readonly Page[]): Promise<void> {
    for (const page of pages) {
      const at = `/v1/spaces/${spaceId}/content/page/${page.id}?format=document`;
      const { document } = (await app.request('GET', at)).json();
      const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, {
        body: { changes: [{ operation: 'update_page', page: page.id, document: { document } }] },
      });
      expect(response.statusCode, response.body).toBeLessThan(300);
    }
  }

  test('hold as many spaces as they are said to', () => {
    expect(spaces).toHaveLength(12);
  });

  test('each agree with an independent count, and every page with its file', async () => {
    for (const [name, directory, root] of spaces) {
      const where = `${name}/${directory}`;
      const spaceId = await addSpace(app);
      const asked = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, {
        body: { url: git.url(name), ref: 'refs/heads/main', repoProjectDirectory: directory },
      });
      expect(asked.statusCode, asked.body).toBe(204);
      await runJobs(app);
      const { operation } = (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json();
      expect(operation.state, `${where}: ${operation.error}`).toBe('success');

      const summary = await show(name, ['cat-file', 'blob', `main:${posix.join(root, 'SUMMARY.md')}`]);
      const counted = countSummary(summary);
      const flat = (pages: Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
      const pages = flat((await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages);
      const ofType = (type: string): Page[] => pages.filter((page) => page.type === type);
      expect(ofType('group'), where).toHaveLength(counted.groups);
      const withFile = ofType('document').filter((page) => page.git);
      expect(new Set(withFile.map((page) => page.git?.path)), where).toEqual(
        new Set(counted.files.map((path) => posix.normalize(posix.join(root, path)))),
      );
      expect(ofType('link').length, where).toBe(counted.links + counted.repeated);

      const oids = await listOids(name);
      for (const page of withFile) {
        const response = await app.request(
          'GET',
          `/v1/spaces/${spaceId}/content/page/${page.id}?format=markdown`,
        );
        expect(blobId(response.json().markdown), `${where}: ${page.git?.path}`).toBe(
          oids.get(page.git?.path as string),
        );
      }
      await saveUntouched(spaceId, withFile);
      for (const page of withFile) {
        const { markdown } = (
          await app.request('GET', `/v1/spaces/${spaceId}/content/page/${page.id}?format=markdown`)
        ).json();
        expect(blobId(markdown), `${where}: ${page.git?.path}, saved as it was read`).toBe(
          oids.get(page.git?.path as string),
        );
      }
    }
  }, 600_000);
});

/** The name that Git gives to a file with this text: equal names are equal bytes. */
const blobId = (text: string): string =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest('hex');

/** Counts the entries of a table of contents without the product’s reader. */
function countSummary(summary: string): { groups: number; files: string[]; links: number; repeated: number } {
  const targets = [...summary.matchAll(/^\s*[*-] \[[^\n]*\]\(([^\s)]+|<[^>]+>)(?: "[^"]*")?\)\s*$/gm)].map(
    ([, target]) => decodeURIComponent((target as string).replace(/^<|>$/g, '')),
  );
  const files = targets
    .filter((target) => !/^https?:/.test(target))
    .map((target) => target.replace(/#.*$/, ''));
  return {
    groups: [...summary.matchAll(/^## /gm)].length,
    files: [...new Set(files)],
    links: targets.length - files.length,
    repeated: files.length - new Set(files).size,
  };
}
