// The fonts that published sites can use, as style sheets and files of the sites origin.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The packages of the fonts, by their use. A site loads only the one that it chose, and browsers only what they show. */
export const SITE_FONTS = {
  text: [
    'merriweather',
    'noto-sans',
    'open-sans',
    'overpass',
    'raleway',
    'roboto',
    'roboto-slab',
    'source-sans-3',
  ],
  mono: ['fira-code', 'inconsolata', 'jetbrains-mono', 'roboto-mono', 'source-code-pro'],
};

const SERIF = new Set(['merriweather', 'roboto-slab']);
/** The letters of the languages that the controls of sites have, and a few more. */
const SUBSETS = ['vietnamese', 'greek', 'cyrillic', 'latin-ext', 'latin'];
const require = createRequire(import.meta.url);

/**
 * Writes each font: its files, and a style sheet that declares them and the classes that a customization chooses. Text
 * never moves when a font arrives: a page that is shown before it is there keeps the font of the system, and the next
 * page has it. `write`: writes a file, and returns its name with the hash of its content.
 */
export function writeSiteFonts(write) {
  for (const [use, names] of Object.entries(SITE_FONTS))
    for (const name of names) write(`font-${name}.css`, writeStyles(name, use, write));
}

function writeStyles(name, use, write) {
  const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { family, variable } = read('metadata.json');
  const ranges = read('unicode.json');
  const weights = `${variable.wght.min} ${variable.wght.max}`;
  const faces = (use === 'text' ? ['normal', 'italic'] : ['normal']).flatMap((style) =>
    SUBSETS.flatMap((subset) => {
      const file = join(folder, 'files', `${name}-${subset}-wght-${style}.woff2`);
      if (!ranges[subset] || !existsSync(file)) return [];
      const written = write(
        `font-${name}.${subset}${style === 'italic' ? '-italic' : ''}.woff2`,
        readFileSync(file),
      );
      return `@font-face{font-family:"${family}";font-style:${style};font-weight:${weights};font-display:optional;src:url(${written}) format("woff2");unicode-range:${ranges[subset]}}`;
    }),
  );
  return faces.join('') + writeClasses(name, family, use);
}

/** The properties of `page.css` that the classes of a font set. */
function writeClasses(name, family, use) {
  if (use === 'mono')
    return `.mono-${name}{--mono:"${family}",ui-monospace,"SF Mono",Menlo,Consolas,monospace}`;
  const fallback = SERIF.has(name) ? 'var(--serif)' : 'var(--system)';
  return ['font-', 'heading-']
    .map(
      (prefix) => `.${prefix}${name}{--${prefix === 'font-' ? 'sans' : 'heading'}:"${family}",${fallback}}`,
    )
    .join('');
}
