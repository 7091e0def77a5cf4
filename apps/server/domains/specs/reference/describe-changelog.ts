import { writeChangelog } from '@lectern/openapi/changes/write-changelog';
import type { ChangelogReference } from '@lectern/openapi/reference/operation-reference';
import { readBlocks } from '@lectern/openapi/reference/read-text';
import type { KnownNews } from './spec-news.ts';

const described = new WeakMap<KnownNews, ChangelogReference>();

/** Describes the changes in the versions of a spec, newest first. `news` is undefined if there is no such spec. */
export function describeChangelog(news: KnownNews | undefined): ChangelogReference {
  if (!news) return { kind: 'changelog', isKnown: false, text: undefined };
  const known = described.get(news);
  if (known) return known;
  // The headings of versions are at level 3, below the heading that the author wrote.
  const markdown = writeChangelog(news.versions, 3);
  const text = markdown === undefined ? undefined : { markdown, blocks: readBlocks(markdown) };
  const made: ChangelogReference = { kind: 'changelog', isKnown: true, text };
  described.set(news, made);
  return made;
}
