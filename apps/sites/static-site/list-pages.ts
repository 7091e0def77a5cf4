import { awaitAll } from '@lectern/std/await-all';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { audienceOf } from '../../server/domains/publishing/site-visitors/site-visitor.ts';
import { listSiteSpaces } from '../../server/domains/publishing/sites/site-structure.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import type { StaticParts } from './static-parts.ts';

/**
 * The spaces of a site that a visitor can open, those included that are in no list: links lead to them. One after the
 * other, as they are asked for.
 */
export async function* readPlaces(
  { readings }: Pick<StaticParts, 'readings'>,
  resolved: ResolvedContent,
  now: Date,
): AsyncGenerator<Reading> {
  const { open, visitor } = resolved;
  for (const siteSpace of listSiteSpaces(open.viewFor(audienceOf(open.site, visitor, now)).structure)) {
    const reading = await readings.readIn(resolved, siteSpace);
    if (reading) yield reading;
  }
}

/** All pages that a visitor can open, in the order of the table of contents. */
export function* listPages(pages: readonly VisiblePage[]): Generator<VisiblePage> {
  for (const page of pages) {
    yield page;
    yield* listPages(page.children);
  }
}

/**
 * Calls `work` with each item, a few at a time. When it fails, it is not called again, and what was begun has ended.
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next())
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
  };
  await awaitAll(Array.from({ length: limit }, run));
}
