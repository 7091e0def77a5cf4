import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { type CorpusSpace, readCorpus } from '../../../../../test/corpora.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { type LinkItem, linksOf } from '../../../../../test/fixtures/content/links/links.ts';
import { scanSpace } from '../../../../../test/fixtures/content/links/scan-links.ts';
import { CORPORA, type CorpusName, whyNoCorpora } from '../../../../../test/git-fixtures.ts';

const directory = mkdtempSync(join(tmpdir(), 'lectern-links-'));

describe.skipIf(whyNoCorpora !== undefined)('the links of real repositories', () => {
  let app: TestApp;
  const corpora = new Map<CorpusName, CorpusSpace[]>();
  beforeAll(async () => {
    app = await buildTestApp();
    for (const name of CORPORA) corpora.set(name, await readCorpus(name, directory));
  }, 60_000);
  afterAll(async () => {
    await app.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const spacesOf = (name: CorpusName): CorpusSpace[] => corpora.get(name) ?? [];

  interface Links {
    items: LinkItem[];
    total: number;
    broken: number;
    /** The file that contains a link. */
    placeOf: (item: LinkItem) => string;
  }

  async function readLinks(content: Files): Promise<Links> {
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, content);
    const { items, stats } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1000`);
    const { pages, reusableContents } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
    const paths = new Map<string, string>();
    const addPaths = (nodes: readonly Owner[]): void => {
      for (const { id, git, pages: below = [] } of nodes) {
        if (git) paths.set(id, git.path);
        addPaths(below);
      }
    };
    addPaths(pages);
    addPaths(reusableContents);
    const placeOf = ({ locationReferences: [from] }: LinkItem): string =>
      paths.get(from?.page?.id ?? from?.reusableContent?.id ?? '') ?? 'SUMMARY.md';
    return { items, total: stats.total, broken: stats.broken.total, placeOf };
  }

  test.each(CORPORA)('%s agree with an independent count, one by one', async (name) => {
    for (const { folder, content } of spacesOf(name)) {
      const scanned = scanSpace(content, ROOTS[name] ?? '');
      const { items, total, broken, placeOf } = await readLinks(content);
      const listed = items.map((item) => `${placeOf(item)}: ${item.target}`);
      expect(listed.sort(), folder).toEqual(scanned.map(({ path, target }) => `${path}: ${target}`).sort());
      const lost = items.filter(({ status }) => status === 'broken');
      expect(lost.map((item) => `${placeOf(item)}: ${item.target}`).sort(), folder).toEqual(
        scanned
          .filter(({ isBroken }) => isBroken)
          .map(({ path, target }) => `${path}: ${target}`)
          .sort(),
      );
      expect({ total, broken }, folder).toEqual({ total: scanned.length, broken: lost.length });
    }
  });

  test('the example site has 2 broken links to pages, 13 to assets, and 1 to a heading that it calls broken itself', async () => {
    const broken: LinkItem[] = [];
    let total = 0;
    for (const { content } of spacesOf('gitbook-example-site')) {
      const links = await readLinks(content);
      broken.push(...links.items.filter(({ status }) => status === 'broken'));
      total += links.total;
    }
    const isAsset = ({ kind }: LinkItem): boolean => kind === 'cover' || kind === 'image';
    const headings = broken.filter(({ target }) => target.startsWith('#'));
    expect(broken.filter(isAsset)).toHaveLength(13);
    expect(headings.map(({ target }) => target)).toEqual(['#payments-api-v3-beta-available']);
    const home = spacesOf('gitbook-example-site').find(({ folder }) => folder === 'home');
    expect(String(home?.content['README.md'])).toContain(
      '<a href="#payments-api-v3-beta-available">Broken link</a>',
    );
    expect(broken.filter((item) => !isAsset(item) && !headings.includes(item))).toHaveLength(2);
    expect(total).toBe(869);
  });
});

/** A page or reusable content of a revision. */
interface Owner {
  id: string;
  git?: { path: string };
  pages?: Owner[];
}

/** The root from the repositories' own configuration. */
const ROOTS: Partial<Record<CorpusName, string>> = { 'govstack-bb-payments': 'spec' };
