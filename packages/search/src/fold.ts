import { classOf, PICTOGRAPH, SEPARATOR } from './character-class.ts';

/**
 * A word as it is compared: compatibility forms, case and accents set aside, whatever the database or the system
 * thinks of letters. Marks go where they are additions to a letter (Latin, Greek, Arabic and Hebrew vowels) and stay
 * where they are letters of their own (the Indic scripts, the voiced kana, й).
 */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const folded = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(ACCENTED, foldCharacter)
    .replace(ADDED_MARKS, '')
    // Compatibility forms may contain characters that are not letters, such as the stroke of ½.
    .replace(/[^a-z0-9]/gu, (character) => (isWordCharacter(character) ? character : ''));
  return folded.normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/;
const ACCENTED = /[\u00c0-\u024f\u0370-\u03ff\u0451\u0622-\u0649\u06a9\u06cc\u1e00-\u1eff\u1f00-\u1fff]/g;
const ADDED_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
  ё: 'е',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};

function foldCharacter(character: string): string {
  const letter = LETTERS[character];
  return letter ?? character.normalize('NFD').replace(ADDED_MARKS, '');
}

function isWordCharacter(character: string): boolean {
  const found = classOf(character.codePointAt(0) as number);
  return found !== SEPARATOR && found !== PICTOGRAPH && !/\p{Cf}|\p{Variation_Selector}/u.test(character);
}
