import type { ComputedSection } from '../../server/domains/specs/pages/computed-parts.ts';

/** A page with parts of specs. */
interface SearchedPage {
  settings?: { noIndex?: boolean } | undefined;
  sections: readonly ComputedSection[];
}

/** The pages of a place. */
interface SearchedContents<Page> {
  readingOrder: readonly Page[];
}

/** An operation, webhook or schema that a search found, and its page. */
export interface FoundSection<Page> {
  page: Page;
  section: ComputedSection;
}

interface Searchable<Page> extends FoundSection<Page> {
  /** In lower case, each word after a blank. */
  name: string;
  words: string;
}

const MAX_TERMS = 10;

const searchables = new WeakMap<SearchedContents<SearchedPage>, readonly Searchable<SearchedPage>[]>();

/**
 * Finds parts of specs that pages show: those in which every word of the query begins a word, best first. What is
 * found by its title, method or path goes before what is found by its description, parameters and fields.
 */
export function searchSections<Page extends SearchedPage>(
  contents: SearchedContents<Page>,
  query: string,
  limit: number,
): FoundSection<Page>[] {
  const terms = splitWords(query).slice(0, MAX_TERMS);
  const all = terms.length > 0 ? listSearchable(contents) : [];
  const byName: FoundSection<Page>[] = [];
  const byWords: FoundSection<Page>[] = [];
  for (const one of all) {
    if (byName.length >= limit) break;
    if (terms.every((term) => one.name.includes(` ${term}`))) byName.push(one);
    else if (byWords.length < limit && terms.every((term) => one.words.includes(` ${term}`)))
      byWords.push(one);
  }
  return [...byName, ...byWords].slice(0, limit);
}

function listSearchable<Page extends SearchedPage>(
  contents: SearchedContents<Page>,
): readonly Searchable<Page>[] {
  const known = searchables.get(contents);
  if (known) return known as readonly Searchable<Page>[];
  const searched = contents.readingOrder.filter(({ settings }) => settings?.noIndex !== true);
  const listed = searched.flatMap((page) =>
    page.sections.map((section): Searchable<Page> => {
      const name = joinWords(`${section.title} ${section.label}`);
      return { page, section, name, words: name + joinWords(section.words) };
    }),
  );
  searchables.set(contents, listed);
  return listed;
}

const joinWords = (text: string): string =>
  splitWords(text)
    .map((word) => ` ${word}`)
    .join('');

/** Names of fields and operations are several words: `petId` is found by “petid”, “pet” and “id”. */
function splitWords(text: string): string[] {
  const whole = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = text.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? [];
  return [...new Set([...whole, ...parts.map((part) => part.toLowerCase())])];
}
