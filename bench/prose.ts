/** Documentation in a language of its own with the vocabulary of a real one: few words are frequent, most are rare. */
import type { FixtureFiles } from '../test/git-fixtures.ts';

const VOCABULARY = 12_000;
const SYLLABLES =
  'ba be bi bo da de di do fa fe ga go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi za zo tra pre pro con der ment tion ner lis ter gra sto'.split(
    ' ',
  );
const SECTIONS = 4;
const WORDS_OF_SECTION = 90;

/** A number from 0 to 1, the same ones for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const words = makeVocabulary();

function makeVocabulary(): string[] {
  const chance = createChance(7);
  const made = new Set<string>();
  while (made.size < VOCABULARY) {
    // The frequent ones are short.
    const syllables = 1 + Math.floor(Math.min(3, made.size / 400) + chance() * 2);
    let word = '';
    for (let n = 0; n < syllables; n += 1) word += SYLLABLES[Math.floor(chance() * SYLLABLES.length)];
    made.add(word);
  }
  return [...made];
}

/** By Zipf's law: the word of rank n is about n times as rare as the first. */
const pick = (chance: () => number): string => words[Math.floor(VOCABULARY ** chance()) - 1] as string;

function sentence(chance: () => number, length: number): string {
  const text = Array.from({ length }, () => pick(chance)).join(' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

/** A page of so many sections with its own title. */
export function prosePage(page: number, edition: number): string {
  const chance = createChance(page * 7919 + edition * 104_729 + 1);
  let source = `---\ndescription: ${sentence(chance, 8)}\n---\n\n# ${sentence(chance, 3).slice(0, -1)} ${page}\n`;
  for (let section = 0; section < SECTIONS; section += 1) {
    source += `\n## ${sentence(chance, 3).slice(0, -1)}\n\n`;
    for (let left = WORDS_OF_SECTION; left > 0; left -= 15) source += `${sentence(chance, 15)} `;
    source += `\n\n\`\`\`\n${pick(chance)}_${pick(chance)} --${pick(chance)}\n\`\`\`\n`;
  }
  return source;
}

export const SECTIONS_OF_PAGE = SECTIONS;

export function proseFiles(pages: number, edition: number): FixtureFiles {
  const files: FixtureFiles = {};
  let summary = '# Table of contents\n\n';
  for (let page = 0; page < pages; page += 1) {
    const path = `part-${Math.floor(page / 20)}/page-${page}.md`;
    files[path] = prosePage(page, edition);
    summary += `* [${/^# (.+)$/m.exec(files[path] as string)?.[1]}](${path})\n`;
  }
  return { 'SUMMARY.md': summary, ...files };
}

/** The most frequent words, which hold sentences together and which people leave out of most questions. */
const FUNCTION_WORDS = new Set(words.slice(0, 100));

/**
 * Returns this many different queries: one to three words that occur together somewhere; of every ten, two end with the
 * beginning of a word, one has a typo, and one is written like a sentence.
 */
export function proseQueries(count: number, pages: number, edition: number): string[] {
  const chance = createChance(count + 13);
  const queries = new Set<string>();
  while (queries.size < count) {
    const source = prosePage(Math.floor(chance() * pages), edition);
    const isSentence = chance() < 0.1;
    const texts = (
      source
        .slice(source.indexOf('\n# '))
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? []
    ).filter((word) => isSentence || !FUNCTION_WORDS.has(word));
    const start = Math.floor(chance() * (texts.length - 3));
    const chosen = texts.slice(start, start + 1 + Math.floor(chance() * 3));
    const last = chosen.pop() as string;
    const kind = chance();
    if (kind < 0.2 && last.length > 4)
      chosen.push(last.slice(0, 3 + Math.floor(chance() * (last.length - 4))));
    else if (kind < 0.3 && last.length > 4) chosen.push(misspell(last, chance));
    else chosen.push(last);
    queries.add(chosen.join(' '));
  }
  return [...queries];
}

function misspell(word: string, chance: () => number): string {
  const at = 1 + Math.floor(chance() * (word.length - 1));
  const letter = String.fromCharCode(97 + Math.floor(chance() * 26));
  const edits = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
  ];
  return edits[Math.floor(chance() * edits.length)] as string;
}
