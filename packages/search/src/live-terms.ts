import { PostingsReader } from './postings-reader.ts';
import { FIELD_BITS, FREQUENCY_BITS } from './segment-format.ts';
import type { TermMatch } from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A term with more places than this is assumed to occur on a live page. */
const MAX_PLACES_CHECKED = 200;

/** Whether a term occurs on a live page: only a word that can be found counts as known. */
export function isLive(vocabularies: readonly Vocabulary[], match: TermMatch): boolean {
  const vocabulary = vocabularies[match.segment] as Vocabulary;
  return (
    vocabulary.liveShare === 1 ||
    match.pages + match.sections + match.below > MAX_PLACES_CHECKED ||
    standsOnLivePage(vocabulary, match)
  );
}

function standsOnLivePage({ segment, live }: Vocabulary, { at, pages, sections, below }: TermMatch): boolean {
  const reader = new PostingsReader(segment, at);
  let page = 0;
  for (let n = 0; n < pages; n += 1) {
    page += reader.next() >>> FIELD_BITS;
    if (live[page]) return true;
  }
  let section = 0;
  page = 0;
  for (let n = 0; n < sections; n += 1) {
    section += reader.next() >>> FREQUENCY_BITS;
    while ((segment.firstSections[page + 1] as number) <= section) page += 1;
    if (live[page]) return true;
  }
  page = 0;
  for (let n = 0; n < below; n += 1) {
    page += reader.next();
    if (live[page]) return true;
  }
  return false;
}
