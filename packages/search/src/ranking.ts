/** What words and pages are worth: the same for segments and for the indexes that browsers load from static files. */

/** The weight of another form of a word. */
export const STEM_WEIGHT = 0.25;

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
export const WITHIN_SECTION = 0.75;

/** A title or heading that is the query, no more and no less. */
export const WHOLE_TITLE = 1.6;
export const WHOLE_HEADING = 2;

/** The bonus for all words in the title. */
export const ALL_IN_TITLE = 1.5;

/** The share of the second-best section's score that a page gains. */
export const FURTHER_SECTIONS = 0.1;

/** A page with half of the words of a query is worth much less than half: short queries mean each of their words. */
const EXPONENT = 2.5;

/** The page that answers a question need not have all of its words. */
const SENTENCE_EXPONENT = 1;

/** The exponent of the share of a query that a page has. */
export const coverageExponent = (isSentence: boolean): number => (isSentence ? SENTENCE_EXPONENT : EXPONENT);

/** The penalty for pages with many sections: one of very many matches by chance. */
const MANY_SECTIONS = 0.05;

/** By number of sections. */
const SECTION_FACTORS = Float64Array.from({ length: 256 }, (_, sections) => computeFactor(sections));

/** The factor for the best section of a page, by the number of its sections. */
export const factorOfSections = (sections: number): number =>
  SECTION_FACTORS[sections] ?? computeFactor(sections);

function computeFactor(sections: number): number {
  return 1 / (1 + MANY_SECTIONS * Math.log2(1 + sections));
}
