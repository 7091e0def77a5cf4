import { cutText } from '@lectern/std/cut-text';
import { chooseIcon } from './choose-icon.ts';
import { dimensionOfWord, readFeatures } from './features.ts';
import { dot } from './neighbours.ts';
import { readTerms, type Term } from './read-terms.ts';
import { addVector, normalized, type SparseVector, scaled } from './sparse-vector.ts';
import { rarityOf, type TermRarity } from './term-rarity.ts';

/** The description of a cluster in a list. */
export interface ClusterDescription {
  label: string;
  icon: string;
  summary: string;
  /** Its most distinctive words, with which pages that may answer it are searched for. */
  terms: string[];
}

/** The fields of an issue from which a cluster is described. */
export interface DescribedIssue {
  title: string;
  summary: string;
}

const MAX_LABEL_TERMS = 3;
const MAX_QUERY_TERMS = 6;
const MAX_LABEL_LENGTH = 80;
const SAID_AGAIN = 0.3;
/** The number of examples that the summary quotes. */
const MAX_EXAMPLES = 2;

/**
 * Describes a cluster from a sample of its issues: by distinctive words, and by the most typical issues. Only issues in
 * the most frequent language are used, because a page that answers is in one language.
 */
export function describeCluster(sample: readonly DescribedIssue[], rarity: TermRarity): ClusterDescription {
  const read = ofMainLanguage(
    sample.map((issue) => ({ issue, ...readTerms(`${issue.title}.\n${issue.summary}`) })),
  );
  const issues = read.map(({ issue }) => issue);
  const texts = read.map(({ terms }) => terms);
  const ranked = rankTerms(texts, rarity);
  const label = labelOf(ranked);
  return {
    label: label === '' ? cutText(issues[0]?.title ?? '', MAX_LABEL_LENGTH) : label,
    icon: chooseIcon(ranked.slice(0, 2 * MAX_QUERY_TERMS).map(({ stem }) => stem)),
    summary: typicalOf(issues, texts, rarity)
      .slice(0, MAX_EXAMPLES)
      .map(({ title, summary }) => (summary.startsWith(title) ? summary : title))
      .join('\n'),
    terms: ranked
      .filter(({ isPhrase }) => !isPhrase)
      .slice(0, MAX_QUERY_TERMS)
      .map(({ written }) => written),
  };
}

/** Returns the texts in the most frequent language; of equally frequent ones, in that of the first text. */
function ofMainLanguage<Text extends { language: string | undefined }>(texts: readonly Text[]): Text[] {
  const counts = new Map<string | undefined, number>();
  for (const { language } of texts) counts.set(language, (counts.get(language) ?? 0) + 1);
  const main = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [undefined, 0])[0];
  return texts.filter(({ language }) => language === main);
}

interface RankedTerm {
  stem: string;
  written: string;
  weight: number;
  isPhrase: boolean;
}

/** Ranks words and phrases of two words: first those that many of the issues have, and few issues outside. */
function rankTerms(texts: readonly Term[][], rarity: TermRarity): RankedTerm[] {
  const counted = new Map<string, { written: Map<string, number>; issues: number; weight: number }>();
  const count = (stem: string, written: string, weight: number, seen: Set<string>): void => {
    const entry = counted.get(stem) ?? { written: new Map<string, number>(), issues: 0, weight };
    counted.set(stem, entry);
    entry.written.set(written, (entry.written.get(written) ?? 0) + 1);
    if (!seen.has(stem)) entry.issues += 1;
    seen.add(stem);
  };
  for (const terms of texts) {
    const seen = new Set<string>();
    for (const [at, { stem, written, place }] of terms.entries()) {
      const weight = rarityOf(rarity, dimensionOfWord(stem));
      count(stem, written, weight, seen);
      const before = terms[at - 1];
      if (before?.place === place - 1 && before.stem !== stem)
        count(`${before.stem} ${stem}`, `${before.written} ${written}`, weight + 0.3, seen);
    }
  }
  return (
    [...counted]
      .map(([stem, { written, issues, weight }]) => ({
        stem,
        written: mostFrequent(written),
        // Among words that all issues have, those that are repeated more often weigh more.
        weight: (issues / texts.length) * weight * (1 + SAID_AGAIN * Math.log(sumOf(written) / issues)),
        isPhrase: stem.includes(' '),
        issues,
      }))
      // A phrase in only one of the issues is a coincidence.
      .filter(({ isPhrase, issues }) => !isPhrase || issues > 1)
      .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
  );
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return first?.[0] ?? '';
}

/** Makes a label of the heaviest terms that do not repeat each other's words. */
function labelOf(ranked: readonly RankedTerm[]): string {
  const chosen: RankedTerm[] = [];
  const words = new Set<string>();
  for (const term of ranked) {
    const own = term.stem.split(' ');
    if (own.some((word) => words.has(word))) continue;
    for (const word of own) words.add(word);
    chosen.push(term);
    if (chosen.length === MAX_LABEL_TERMS) break;
  }
  const label = chosen.map(({ written }) => written).join(', ');
  return cutText(label.slice(0, 1).toUpperCase() + label.slice(1), MAX_LABEL_LENGTH);
}

/** Orders the issues: the most similar to all others first. */
function typicalOf(
  issues: readonly DescribedIssue[],
  texts: readonly Term[][],
  rarity: TermRarity,
): DescribedIssue[] {
  const vectors = texts.map((terms) =>
    normalized(scaled(readFeatures(terms), (dimension) => rarityOf(rarity, dimension))),
  );
  const sum: SparseVector = new Map();
  for (const vector of vectors) addVector(sum, vector);
  return issues
    .map((issue, at) => ({ issue, at, weight: dot(vectors[at] as SparseVector, sum) }))
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ issue }) => issue);
}
