/**
 * Measures how well search finds known pages, compared with MiniSearch and with PostgreSQL's English configuration; and
 * the cost of searching, writing and storing segments compared with a `tsvector` of the same texts with a GIN index.
 */
import process from 'node:process';
import type { IndexedPage } from '@lectern/search/indexed-page';
import { type SearchedSegment, search } from '@lectern/search/search';
import { Segment } from '@lectern/search/segment';
import MiniSearch from 'minisearch';
import type { Database } from '../apps/server/platform/db/connect.ts';
import { writeSegment } from '../packages/search/test/write-segment.ts';
import type { KnownItemQuery } from '../test/search-quality/load-pages.ts';
import { measureQuality } from '../test/search-quality/measure-quality.ts';
import { CORPUS_SETS, OWN_SETS, openMeasured } from '../test/search-quality/quality-sets.ts';
import { withDatabase } from './database.ts';

/** The number of results examined. */
const ASKED = 50;

type Find = (query: string) => string[] | Promise<string[]>;

export async function run(): Promise<void> {
  await withDatabase(2, async (database) => {
    console.log('MRR and recall@5:');
    for (const [name, { language, load }] of Object.entries({ ...CORPUS_SETS, ...OWN_SETS })) {
      const measured = await load();
      const { queries } = measured;
      const pages = [...measured.pages, ...(measured.operations ?? [])];
      const engines: Record<string, Find> = {
        ours: ours(openMeasured(measured, language), language),
        MiniSearch: miniSearch(pages),
        'PostgreSQL, english': await postgres(database, pages),
      };
      const cells: string[] = [];
      for (const [engine, find] of Object.entries(engines)) {
        const { mrr, recallAt5 } = await measureQuality(queries, find);
        cells.push(`${engine} ${mrr.toFixed(3)} ${recallAt5.toFixed(3)}`);
      }
      console.log(`${name} (${pages.length} pages, ${queries.length} queries): ${cells.join('; ')}`);
      for (const kind of new Set(queries.map((query) => query.kind))) {
        const asked = queries.filter((query) => query.kind === kind);
        const found = await Promise.all(
          [engines.ours, engines.MiniSearch].map((find) => measureQuality(asked, find as Find)),
        );
        console.log(
          `  ${kind} (${asked.length}): ${found.map(({ mrr }) => mrr.toFixed(3)).join('; MiniSearch ')}`,
        );
      }
    }
    await measureCost(database);
  });
}

const ours =
  (searched: readonly SearchedSegment[], language: string | null): Find =>
  (query) =>
    search(searched, query, { language })
      .slice(0, ASKED)
      .map(({ pageId }) => pageId);

interface SectionRow {
  page: string;
  title: string;
  heading: string;
  text: string;
}

const sectionRows = (pages: readonly IndexedPage[]): SectionRow[] =>
  pages.flatMap(({ pageId, title, documentTitle, sections }) =>
    (sections.length > 0 ? sections : [{ title: '', text: '' }]).map((section) => ({
      page: pageId,
      title: documentTitle && documentTitle !== title ? `${title} ${documentTitle}` : title,
      heading: section.title,
      text: section.text,
    })),
  );

/** Sections as documents, a page as good as its best one. */
function miniSearch(pages: readonly IndexedPage[]): Find {
  const index = new MiniSearch<SectionRow & { id: number }>({
    fields: ['title', 'heading', 'text'],
    storeFields: ['page'],
    searchOptions: { boost: { title: 4, heading: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(sectionRows(pages).map((row, id) => ({ ...row, id })));
  return (query) => [...new Set(index.search(query).map(({ page }) => String(page)))];
}

async function postgres({ sql }: Database, pages: readonly IndexedPage[]): Promise<Find> {
  const rows = sectionRows(pages);
  const column = (name: keyof SectionRow): string[] => rows.map((row) => row[name].replaceAll('\0', ''));
  await sql`drop table if exists section`;
  await sql`create table section (page text not null, document tsvector not null)`;
  await sql`
    insert into section
    select r.page, setweight(to_tsvector('english', r.title), 'A') || setweight(to_tsvector('english', r.heading), 'B')
      || setweight(to_tsvector('english', r.text), 'D')
    from unnest(${column('page')}::text[], ${column('title')}::text[], ${column('heading')}::text[],
      ${column('text')}::text[]) as r(page, title, heading, text)`;
  await sql`create index on section using gin (document)`;
  await sql`vacuum analyze section`;
  return async (query) => {
    const found = await sql<{ page: string }[]>`
      select page from section, websearch_to_tsquery('english', ${query}) as asked
      where document @@ asked group by page order by max(ts_rank(document, asked)) desc, page limit 20`;
    return found.map(({ page }) => page);
  };
}

/** Real pages, as often as it takes to have so many sections. */
function repeatPages(pages: readonly IndexedPage[], sections: number): IndexedPage[] {
  const repeated: IndexedPage[] = [];
  for (let count = 0, round = 0; count < sections; round += 1)
    for (const page of pages) {
      if (count >= sections) break;
      repeated.push({ ...page, pageId: `${page.pageId}/${round}` });
      count += page.sections.length;
    }
  return repeated;
}

async function measureCost(database: Database): Promise<void> {
  const set = CORPUS_SETS.phantasma as (typeof CORPUS_SETS)[string];
  const { pages, queries } = await set.load();
  const many = repeatPages(pages, 10_000);
  writeSegment(pages, null);
  const beginning = performance.now();
  const bytes = writeSegment(many, null);
  const writing = performance.now() - beginning;
  const searched = openMeasured({ pages: many, queries: [] }, null);
  const { sectionCount } = (searched[0] as SearchedSegment).segment;
  console.log(
    `\n${sectionCount} sections of ${many.length} pages: ${perThousand(bytes.length / 1000)} kB and ` +
      `${perThousand(writing)} ms of writing for each 1,000`,
  );
  const opening = times(20, () => Segment.open(bytes));
  console.log(`opening ${(bytes.length / 1e6).toFixed(1)} MB: ${quantiles(opening)}`);
  const find = ours(searched, null);
  for (let turn = 0; turn < 5; turn += 1) for (const { query } of queries) await find(query);
  for (const kind of ['all', ...new Set(queries.map((query) => query.kind))]) {
    const asked = queries.filter((query) => kind === 'all' || query.kind === kind);
    const before = process.cpuUsage();
    const found = await timesOf(asked, find);
    const { user, system } = process.cpuUsage(before);
    const processor = (user + system) / 1000 / found.length;
    console.log(`a search, ${kind}: ${quantiles(found)}; ${processor.toFixed(3)} ms of processor`);
  }
  const findInDatabase = await postgres(database, many);
  await timesOf(queries, findInDatabase);
  console.log(
    `the same in a tsvector with GIN, through the driver: ${quantiles(await timesOf(queries, findInDatabase))}`,
  );

  function perThousand(value: number): string {
    return ((value / sectionCount) * 1000).toFixed(0);
  }
}

function times(count: number, action: () => void): number[] {
  return Array.from({ length: count }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
}

async function timesOf(queries: readonly KnownItemQuery[], find: Find): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < 20; turn += 1)
    for (const { query } of queries) {
      const start = performance.now();
      await find(query);
      found.push(performance.now() - start);
    }
  return found;
}

function quantiles(milliseconds: number[]): string {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number).toFixed(3)} ms`;
  return `median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`;
}
