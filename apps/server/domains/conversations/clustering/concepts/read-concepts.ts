import { foldWord } from '@lectern/search/fold';
import { CONCEPTS, type Concept, type ConceptWords } from './concept-names.ts';
import { DUTCH_WORDS } from './dutch-words.ts';
import { ENGLISH_WORDS } from './english-words.ts';
import { FRENCH_WORDS } from './french-words.ts';
import { GERMAN_WORDS } from './german-words.ts';
import { ITALIAN_WORDS } from './italian-words.ts';
import { PORTUGUESE_WORDS } from './portuguese-words.ts';
import { RUSSIAN_WORDS } from './russian-words.ts';
import { SPANISH_WORDS } from './spanish-words.ts';

interface Vocabulary {
  words: ReadonlyMap<string, readonly Concept[]>;
  beginnings: ReadonlyMap<string, readonly Concept[]>;
}

const VOCABULARIES: ReadonlyMap<string, Vocabulary> = new Map([
  ['en', createVocabulary(ENGLISH_WORDS)],
  ['de', createVocabulary(GERMAN_WORDS)],
  ['fr', createVocabulary(FRENCH_WORDS)],
  ['es', createVocabulary(SPANISH_WORDS)],
  ['pt', createVocabulary(PORTUGUESE_WORDS)],
  ['it', createVocabulary(ITALIAN_WORDS)],
  ['nl', createVocabulary(DUTCH_WORDS)],
  ['ru', createVocabulary(RUSSIAN_WORDS)],
]);

const NONE: readonly Concept[] = [];

/** Returns the concepts of a folded word. If the language is unknown, English is assumed. */
export function readConcepts(word: string, language: string | undefined): readonly Concept[] {
  const vocabulary = VOCABULARIES.get(language ?? 'en');
  return vocabulary ? lookUp(vocabulary, word) : NONE;
}

/** Looks up the whole word first, and then its beginnings from the longest, which is the most specific. */
function lookUp({ words, beginnings }: Vocabulary, word: string): readonly Concept[] {
  const found = words.get(word);
  if (found) return found;
  for (let length = word.length; length > 1; length -= 1) {
    const concepts = beginnings.get(word.slice(0, length));
    if (concepts) return concepts;
  }
  return NONE;
}

function createVocabulary(written: ConceptWords): Vocabulary {
  const words = new Map<string, Concept[]>();
  const beginnings = new Map<string, Concept[]>();
  for (const concept of CONCEPTS)
    for (const entry of written[concept].split(' ')) {
      const isBeginning = entry.endsWith('*');
      const folded = foldWord(isBeginning ? entry.slice(0, -1) : entry);
      const entries = isBeginning ? beginnings : words;
      entries.set(folded, [...(entries.get(folded) ?? []), concept]);
    }
  return { words, beginnings };
}
