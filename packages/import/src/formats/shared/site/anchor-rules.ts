/** The anchors that generators give to the headings of a page, in the order of the headings. */
import GithubSlugger from 'github-slugger';

/**
 * Begins a page; `explicit` are the ids that its author gave to headings. The function that it returns is called with the
 * text of every other heading, and returns its anchor.
 */
export type AnchorRule = (explicit: readonly string[]) => (text: string) => string;

/** GitHub and Docusaurus. */
export const githubAnchors: AnchorRule = () => {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text);
};

/** Gives the first free name of a series; each series is looked through once. */
function createNames(taken: Iterable<string>): {
  has(name: string): boolean;
  take(name: string, series: (n: number) => string, first: number): string;
} {
  const used = new Set(taken);
  const next = new Map<string, number>();
  return {
    has: (name) => used.has(name),
    take(name, series, first) {
      let free = name;
      if (free === '' || used.has(free)) {
        const key = series(first);
        let n = next.get(key) ?? first;
        while (used.has(series(n))) n++;
        next.set(key, n + 1);
        free = series(n);
      }
      used.add(free);
      return free;
    },
  };
}

export interface PythonSlugs {
  separator: string;
  /** The function that makes slugs: the one of the extension `toc`, with or without Unicode, or that of PyMdown. */
  kind: 'ascii' | 'unicode' | 'pymdownx';
  /** How PyMdown changes the case of letters. */
  letters?: 'lower' | 'lower-ascii' | undefined;
}

/** The extension `toc` of Python-Markdown: an anchor that is empty or taken gets `_1`, `_2`. */
export const pythonAnchors =
  (slugs: PythonSlugs): AnchorRule =>
  (explicit) => {
    const names = createNames(explicit);
    return (text) => {
      const slug = pythonSlug(text, slugs);
      const [, stem = slug, count] = /^(.*)_([0-9]{1,9})$/s.exec(slug) ?? [];
      return names.take(slug, (n) => `${stem}_${n}`, count === undefined ? 1 : Number(count) + 1);
    };
  };

function pythonSlug(text: string, { separator, kind, letters }: PythonSlugs): string {
  if (kind === 'pymdownx') {
    const named = text.normalize('NFC').trim();
    const cased =
      letters === 'lower'
        ? named.toLowerCase()
        : letters === 'lower-ascii'
          ? named.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          : named;
    return cased.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', separator);
  }
  const known =
    kind === 'unicode'
      ? text.replace(/[^\p{L}\p{N}_\s-]/gu, '')
      : text.normalize('NFKD').replace(/[^\w\s-]/g, '');
  return known
    .trim()
    .toLowerCase()
    .split(/(\s+)/)
    .map((part) => (part.trim() === '' ? part.replace(/\s+/g, ' ') : part))
    .join('')
    .replace(separator === '_' ? /[_\s]+/g : /[-\s]+/g, separator);
}

/** VitePress: an anchor that begins with a digit gets `_` before it, one that is taken `-1`, `-2`. */
export const vitePressAnchors: AnchorRule = (explicit) => {
  const names = createNames(explicit);
  return (text) => {
    const slug = text
      .normalize('NFKD')
      .replace(/[\u0300-\u036F]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as the generator does
      .replace(/[\u0000-\u001f]/g, '')
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
      .replace(/-{2,}/g, '-')
      .replace(/^-|-$/g, '')
      .replace(/^(\d)/, '_$1')
      .toLowerCase();
    return names.take(slug, (n) => `${slug}-${n}`, 1);
  };
};

/** mdBook: letters, digits, `_` and `-` stay, blanks become `-`; a repeated anchor gets `-1`, `-2`. */
export const mdBookAnchors: AnchorRule = () => {
  const counts = new Map<string, number>();
  return (text) => {
    const slug = text
      .trim()
      .replace(/[^\p{Alphabetic}\p{N}_\s-]/gu, '')
      .replace(/\s/g, '-')
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
};

const HONKIT_SYMBOLS = /[[\]!"'#$%&()*+,./:;<=>?@\\^_`{|}~©∑®†“”‘’∂ƒ™℠…œŒ˚º•ª∆∞♥]+/g;

/** HonKit and GitBook 3, which give repeated headings the same anchor. */
export const honKitAnchors: AnchorRule = () => (text) => {
  const slug = text.replace(HONKIT_SYMBOLS, '').replaceAll(' ', '-').toLowerCase();
  return slug.startsWith('-') ? slug.slice(1) : slug;
};
