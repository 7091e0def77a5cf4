import { languageCode } from './language-code.ts';

/**
 * Light stemming: only endings of number, tense and person are removed, so that forms of one word match. Stems are
 * compared, not indexed: a wrong stem only causes a weak match, and a space can change its language without being
 * indexed again.
 */
export interface Stemmer {
  (term: string): string;
  /** What the words of a family share: *install* and *installation*, *organize* and *organisation*. */
  root(term: string): string;
  /** A word whose last byte is none of these is its own stem and root. */
  lastBytes: ReadonlySet<number>;
}

/** The stemmer of a language (`en`, `en-US`); of English when none is known. Undefined for a language without one. */
export function findStemmer(language: string | null): Stemmer | undefined {
  return STEMMERS[languageCode(language)];
}

/** Whether a word is the form of a verb that tells its time, such as *charged* and *charging*. */
export const hasTense = (term: string, language: string | null): boolean =>
  languageCode(language) === 'en' && /[a-z]{2}(?:ed|ing)$/.test(term) && stemEnglish(term) !== term;

function stemEnglish(term: string): string {
  if (term.length < 4 || !/^[a-z]+$/.test(term)) return term;
  let stem = term;
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('es') && /(?:ss|x|z|[cs]h)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && /[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.endsWith('ied') && stem.length > 4) return `${stem.slice(0, -3)}y`;
  // True for used and running, not for need, thing and string.
  const hasEnding = stem.endsWith('ing') || (stem.endsWith('ed') && !stem.endsWith('eed'));
  const bare = hasEnding ? stem.slice(0, stem.endsWith('ing') ? -3 : -2) : '';
  if (bare.length > 1 && /[aeiouy]/.test(bare)) {
    if (bare.length === 2) stem = /[aeiouy]$/.test(bare) ? bare : `${bare}e`;
    else stem = bare.length > 3 && /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  }
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

/** Endings that make another word of the family, longest first, and how much they leave at least. */
const DERIVING_ENDINGS: readonly (readonly [ending: string, left: number])[] = [
  ['ation', 5],
  ['ition', 5],
  ['ator', 5],
  ['ment', 4],
  ['able', 5],
  ['ible', 5],
  ['ion', 5],
  ['at', 5],
  ['er', 5],
  ['or', 5],
];

function findEnglishRoot(term: string): string {
  const stem = stemEnglish(term);
  // Not of the family of *public*, as its ending would have it.
  if (stem === 'publication') return 'publish';
  if (stem.length < 5 || !/^[a-z]+$/.test(stem)) return stem;
  if (/[ei]fication$/.test(stem)) return `${stem.slice(0, -7)}y`;
  const deriving = DERIVING_ENDINGS.find(
    ([ending, left]) => stem.endsWith(ending) && stem.length - ending.length >= left,
  );
  const bare = deriving ? stem.slice(0, -deriving[0].length) : stem;
  const root = bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
  // As written in Britain and in America.
  if (root.length > 4 && root.endsWith('is')) return `${root.slice(0, -2)}iz`;
  return root.length > 4 && root.endsWith('our') ? `${root.slice(0, -3)}or` : root;
}

/** Takes off the first ending that fits and leaves enough. */
function byEndings(minimum: number, written: string): Stemmer {
  const endings = written.split(' ');
  return withLastBytes(endings, (term) => {
    for (const ending of endings)
      if (term.endsWith(ending) && term.length - ending.length >= minimum)
        return term.slice(0, -ending.length);
    return term;
  });
}

function withLastBytes(endings: readonly string[], stem: (term: string) => string, root = stem): Stemmer {
  const lastBytes = new Set(endings.map((ending) => new TextEncoder().encode(ending).at(-1) as number));
  return Object.assign((term: string) => stem(term), { lastBytes, root });
}

const STEMMERS: Record<string, Stemmer | undefined> = {
  en: withLastBytes(
    ['s', 'ed', 'ing', 'e', ...DERIVING_ENDINGS.map(([ending]) => ending)],
    stemEnglish,
    findEnglishRoot,
  ),
  de: byEndings(4, 'ern em en er es e n s'),
  fr: byEndings(4, 'euses euse ees ee es er ez ait aient ent e s x'),
  es: byEndings(
    4,
    'amiento ciones cion ando iendo ados adas ado ada idos idas ido ida aron ar er ir es os as o a e s',
  ),
  pt: byEndings(4, 'coes cao ando endo indo ados adas ado ada idos idas ido ida ar er ir es os as o a e s'),
  it: byEndings(4, 'zioni zione ando endo ati ate ato ata iti ite ito ita are ere ire i e o a'),
  nl: byEndings(4, 'eren en es e s'),
  ru: byEndings(
    4,
    'иями ями ами ого его ому ему ыми ими иях ях ах ия ие ий ый ой ая яя ое ее ые ию ью ов ев ем ом ам ям ей ии и ы а я о е у ю ь',
  ),
};
