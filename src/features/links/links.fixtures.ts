import type { TestApp } from '../../../test/app.ts';
import type { Files } from '../../../test/content.ts';

/** The part of a reference that tests compare. */
interface Location {
  kind: string;
  url?: string;
  organization?: { id: string };
  space?: { id: string; permissions: Record<string, boolean> };
  page?: { id: string; title: string; git?: { path: string } };
  file?: { id: string; name: string };
  reusableContent?: { id: string; title: string; git?: { path: string } };
  internalLocation?: { type: string; anchor: string };
}

export interface LinkItem {
  status: string;
  relation: string;
  kind: string;
  target: string;
  targetReference: Location;
  locationReferences: Location[];
}

interface LinkList {
  next?: { page: string };
  count: number;
  stats: { total: number; broken: { total: number } };
  items: LinkItem[];
}

export async function linksOf(app: TestApp, url: string, token?: string): Promise<LinkList> {
  const answer = await app.request('GET', url, token === undefined ? {} : { token });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json();
}

/** A table of contents that lists all Markdown outside `.gitbook`. */
export const summaryOf = (files: Files): string =>
  Object.keys(files)
    .filter((path) => path.endsWith('.md') && !path.startsWith('.gitbook/') && path !== 'SUMMARY.md')
    .sort((left, right) => Number(right === 'README.md') - Number(left === 'README.md'))
    .map((path) => `* [${titleOf(String(files[path]))}](<${path}>)\n`)
    .join('');

const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1]?.trim() ?? 'Untitled';

interface ShownPage {
  id: string;
  title: string;
  pages?: ShownPage[];
}

/** The ids of pages and of those below them, by title. */
export function pagesByTitle(pages: readonly ShownPage[]): Map<string, string> {
  return new Map(
    pages.flatMap(({ id, title, pages: below = [] }) => [[title, id] as const, ...pagesByTitle(below)]),
  );
}
