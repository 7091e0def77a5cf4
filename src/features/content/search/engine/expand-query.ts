import type { Query, QueryWord } from './parse-query.ts';
import type { Segment } from './segment.ts';
import { editsAllowed, findSimilarTerms } from './similar-terms.ts';
import { findStemmer, type Stemmer } from './stem.ts';
import { findTerm, TermCursor, type TermPostings } from './term-cursor.ts';

/** A term of one segment that answers to a word of the query. */
export interface Answer extends TermPostings {
  /** Which of the searched segments. */
  segment: number;
  /** How much of the word it is: 1 for the word itself. */
  weight: number;
}

/** What answers to a word of the query in one way. Its rarity is that of all of it. */
export interface Answers {
  terms: Answer[];
  idf: number;
}

/** A word of the query with everything that answers to it. */
export interface Clause {
  answers: Answers[];
  /** What it counts for among the words of the query. */
  importance: number;
}

export interface Vocabulary {
  segment: Segment;
  /** The part of its pages that is live. */
  liveShare: number;
}

const STEM_WEIGHT = 0.8;
const GLUED_WEIGHT = 0.9;

/** A completion counts more the less it adds. */
const completionWeight = (typed: number, length: number): number => 0.35 + 0.5 * (typed / length);

/** One edit, two edits. */
const TYPO_WEIGHTS = [1, 0.6, 0.4];

/** For how many words of a query typos are looked for: each is a walk through all terms. */
const MAXIMUM_TYPOS = 5;

/** How many terms of a segment one word may be completed to. */
const MAXIMUM_COMPLETIONS = 2000;

/** A word may be one typo of its own when one so much more frequent is one edit away. */
const RARE = 2;
const TIMES_MORE_FREQUENT = 25;

/** Finds what answers to each word of a query in the segments. Words to which nothing answers come without answers. */
export function expandQuery(
  vocabularies: readonly Vocabulary[],
  query: Query,
  language: string | null,
): Clause[] {
  const all = vocabularies.reduce(
    (sum, { segment, liveShare }) => sum + liveShare * (segment.sectionCount + segment.pageCount),
    0,
  );
  const idfOf = (frequency: number): number =>
    Math.log(1 + (Math.max(all, frequency) - frequency + 0.5) / (frequency + 0.5));
  const frequencyOf = (terms: readonly Answer[]): number =>
    terms.reduce(
      (sum, { segment, pages, sections }) =>
        sum + (pages + sections) * (vocabularies[segment] as Vocabulary).liveShare,
      0,
    );
  const exact = (term: string, weight: number): Answer[] => {
    const bytes = Buffer.from(term);
    return vocabularies.flatMap(({ segment }, index) => {
      const found = findTerm(segment, bytes);
      return found ? [{ ...found, segment: index, weight }] : [];
    });
  };
  const group = (terms: Answer[], frequency = frequencyOf(terms)): Answers => ({
    terms,
    idf: idfOf(frequency),
  });

  const compounds = query.compounds.map(({ term, isGlued }) => exact(term, isGlued ? GLUED_WEIGHT : 1));
  let typos = 0;
  return query.words.map((word, place): Clause => {
    const answers: Answers[] = [];
    const own = word.kind === 'last' ? [] : exact(word.term, 1);
    const ownFrequency = frequencyOf(own);
    if (own.length > 0) answers.push(group(own));
    const joined = query.compounds.flatMap(({ from, to }, i) =>
      from <= place && place <= to && (compounds[i] as Answer[]).length > 0
        ? [group(compounds[i] as Answer[])]
        : [],
    );
    answers.push(...joined);
    const stems = word.kind === 'word' ? findStems(vocabularies, word, language) : [];
    if (stems.length > 0) answers.push(group(stems, ownFrequency + frequencyOf(stems)));
    const completions = word.isOpen || word.kind === 'last' ? findCompletions(vocabularies, word) : [];
    if (completions.length > 0) answers.push(group(completions));

    const isUnknown = answers.length === 0;
    const isRare =
      !isUnknown && joined.length + completions.length + stems.length === 0 && ownFrequency <= RARE;
    if ((isUnknown || isRare) && word.kind === 'word' && typos < MAXIMUM_TYPOS) {
      const edits = isUnknown ? editsAllowed(word.term) : Math.min(1, editsAllowed(word.term));
      if (edits > 0) {
        typos += 1;
        const similar = findTypos(vocabularies, word, edits);
        if (similar.length > 0 && (isUnknown || frequencyOf(similar) >= TIMES_MORE_FREQUENT * ownFrequency))
          answers.push(group(similar));
      }
    }
    const importance = own.length > 0 ? idfOf(ownFrequency) : Math.max(0, ...answers.map(({ idf }) => idf));
    return { answers, importance };
  });
}

/** Other forms of a word. All of them begin with most of its stem. */
function findStems(
  vocabularies: readonly Vocabulary[],
  { term }: QueryWord,
  language: string | null,
): Answer[] {
  return vocabularies.flatMap(({ segment }, index) => {
    const stemmer = findStemmer(language ?? segment.language);
    return stemmer ? findForms(segment, term, stemmer).map((form) => ({ ...form, segment: index })) : [];
  });
}

function findForms(segment: Segment, term: string, stemmer: Stemmer): (TermPostings & { weight: number })[] {
  const stem = stemmer(term);
  if (stem.length < 3) return [];
  const beginning = Buffer.from(stem.slice(0, Math.max(3, stem.length - 1)));
  const forms: (TermPostings & { weight: number })[] = [];
  const cursor = new TermCursor(segment);
  for (let more = cursor.seek(beginning); more && cursor.startsWith(beginning); more = cursor.next()) {
    if (cursor.length > Buffer.byteLength(stem) + LONGEST_ENDING) continue;
    const found = cursor.text();
    if (found !== term && stemmer(found) === stem) forms.push({ ...cursor.postings(), weight: STEM_WEIGHT });
  }
  return forms;
}

/** In bytes. */
const LONGEST_ENDING = 8;

function findCompletions(vocabularies: readonly Vocabulary[], { term }: QueryWord): Answer[] {
  const bytes = Buffer.from(term);
  return vocabularies.flatMap(({ segment }, index) => {
    const found: Answer[] = [];
    const cursor = new TermCursor(segment);
    for (let more = cursor.seek(bytes); more && cursor.startsWith(bytes); more = cursor.next()) {
      if (found.length === MAXIMUM_COMPLETIONS) break;
      if (cursor.length === bytes.length && !isLastOnly(term)) continue;
      const weight = isLastOnly(term) ? 1 : completionWeight(bytes.length, cursor.length);
      found.push({ ...cursor.postings(), segment: index, weight });
    }
    return found;
  });
}

/** A single character of a script without blanks: every term that begins with it has it, and it is one itself. */
const isLastOnly = (term: string): boolean =>
  (term.codePointAt(0) as number) > 0xff && [...term].length === 1;

/** The terms nearest to a word, of which nothing is nearer. */
function findTypos(
  vocabularies: readonly Vocabulary[],
  { term, isOpen }: QueryWord,
  edits: number,
): Answer[] {
  let best = edits;
  const found: (Answer & { distance: number })[] = [];
  const collect = (isPrefix: boolean): void => {
    for (const [index, { segment }] of vocabularies.entries())
      findSimilarTerms(segment, { word: term, maximum: best, isPrefix }, (cursor, distance) => {
        if (distance === 0) return;
        best = Math.min(best, distance);
        const weight =
          (TYPO_WEIGHTS[distance] as number) * (isPrefix ? completionWeight(term.length, cursor.length) : 1);
        found.push({ ...cursor.postings(), segment: index, weight, distance });
      });
  };
  collect(false);
  if (found.length === 0 && isOpen) collect(true);
  return found.filter(({ distance }) => distance === best);
}
