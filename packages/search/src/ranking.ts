/** What words and pages are worth: the same for segments and for the indexes that browsers load from static files. */

/** What else answers to a word is worth beside the word itself. */
export interface RelatedWeights {
  /** Another form of the word. */
  form: number;
  /** A word of the same family, as *installation* beside *install*. */
  family: number;
  /** Another word for the same thing. */
  synonym: number;
}

/** Who types few words means these; who asks in a sentence often uses other words than the page with the answer. */
const RELATED_TO_KEYWORDS: RelatedWeights = { form: 0.2, family: 0.1, synonym: 0.1 };
const RELATED_IN_SENTENCES: RelatedWeights = { form: 0.5, family: 0.3, synonym: 0.4 };

export const relatedWeights = (isSentence: boolean): RelatedWeights =>
  isSentence ? RELATED_IN_SENTENCES : RELATED_TO_KEYWORDS;

/** Another form of such another word, beside it: a reader who did not write the word means no form of it. */
export const FORM_OF_SYNONYM = 0.7;

/** A word for several words, as *remove* for *get rid of*; and these words beside it. */
export const PHRASE_WEIGHT = 0.8;
export const BESIDE_PHRASE_WEIGHT = 0.5;

/** The weights after no edit, one and two. */
export const TYPO_WEIGHTS = [1, 0.6, 0.4];

/** Words that are written with a blank between, and found as one word. */
export const GLUED_WEIGHT = 0.9;

/** A user who typed a whole word mostly means that word, not a longer one. */
export const COMPLETED_WEIGHT = 0.25;

/** A completion counts more the less it adds. */
export const completionWeight = (typed: number, length: number): number => 0.35 + 0.5 * (typed / length);

/**
 * The weight of a word where its flag is found, or its name in the spelling of the query: a query for a flag rarely
 * means the word in it.
 */
export const BESIDE_FLAG_WEIGHT = 0.15;
export const BESIDE_NAME_WEIGHT = 0.7;

/** The weight of a single character of a pair that is not found. */
export const ALONE_WEIGHT = 0.3;

/** All words in one section count more than all on the page, and much more than some. */
const WITHIN_SECTION = 0.75;

/** A title or heading that is the query, no more and no less. */
const WHOLE_TITLE = 1.6;
const WHOLE_HEADING = 2;

/** The bonus for all words in the title. */
const ALL_IN_TITLE = 1.5;

/** The share of the second-best section's score that a page gains. */
const FURTHER_SECTIONS = 0.2;

/** A page with half of the words of a query is worth much less than half: short queries mean each of their words. */
const EXPONENT = 2.5;

/** The page that answers a question need not have all of its words. */
const SENTENCE_EXPONENT = 1;

/** The exponent of the share of a query that a page has. */
export const coverageExponent = (isSentence: boolean): number => (isSentence ? SENTENCE_EXPONENT : EXPONENT);

/** Beside a page that somebody wrote about the same thing, what is computed from a spec comes second. */
export const COMPUTED_WEIGHT = 0.8;

/** The bonus for words in a text in the order of the query. */
export const IN_ORDER = 2;

/** The penalty for pages with many sections: one of very many matches by chance. */
const MANY_SECTIONS = 0.05;

/** By number of sections. */
const SECTION_FACTORS = Float64Array.from({ length: 256 }, (_, sections) => computeFactor(sections));

/** What the best section of a page is worth, by how many it is the best of. */
const factorOfSections = (sections: number): number => SECTION_FACTORS[sections] ?? computeFactor(sections);

function computeFactor(sections: number): number {
  return 1 / (1 + MANY_SECTIONS * Math.log2(1 + sections));
}

/** The weight of a word in a title above the page, if the page has it in none of its own names. */
export const IN_TITLE_ABOVE = 1.5;

/** What the names of a page are worth, by the score of the words in them and the part of the query in its title. */
export const worthOfNames = (
  score: number,
  { words, inTitle, isWhole }: { words: number; inTitle: number; isWhole: boolean },
): number =>
  // The words of a title are near each other, however they are ordered.
  score * (words < 2 ? 1 : 1 + ALL_IN_TITLE * inTitle) * (isWhole ? WHOLE_TITLE : 1);

/** The part of a query that counts for a section, by the parts that its page has, and it with the names of the page. */
export const coverOf = (onPage: number, withNames: number): number =>
  (1 - WITHIN_SECTION) * onPage + WITHIN_SECTION * withNames;

/** What the text of a section and its heading are worth. */
export const worthOfText = (score: number, cover: number, isWholeHeading: boolean): number =>
  score * (isWholeHeading ? WHOLE_HEADING : 1) * cover;

/** What a page is worth by the best of its names and sections, the second best, and how many sections it has. */
export const worthOfPage = (best: number, second: number, sections: number): number =>
  factorOfSections(sections) * (best + FURTHER_SECTIONS * second);
