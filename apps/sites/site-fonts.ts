import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { isOwnFile } from './own-files.ts';
import type { FontFace, FontUse } from './pages/page-data.ts';

/** The fonts for text, headings and code. */
type Styling = Pick<Customization['styling'], 'font' | 'headingFont' | 'monospaceFont'>;

/**
 * Lists the faces of the fonts that an organization provides. Only files that this service itself serves are used: a
 * page loads nothing from third parties.
 */
export function listOwnFaces({ font, headingFont, monospaceFont }: Styling, filesOrigin: string): FontFace[] {
  const chosen: [FontUse, Styling['headingFont']][] = [
    ['text', font],
    ['heading', headingFont],
    ['mono', monospaceFont],
  ];
  return chosen.flatMap(([use, definition]) => {
    if (definition === undefined || typeof definition === 'string') return [];
    return definition.fontFaces.flatMap(({ weight, sources }): FontFace[] => {
      const own = sources.flatMap(({ url }) => (isOwnFile(url, filesOrigin) ? [new URL(url).href] : []));
      return own.length === 0 ? [] : [{ use, weight, sources: own }];
    });
  });
}

/**
 * The fonts of the public client that come with the service, by their names there: the names of their files. The other
 * names, and `Inter`, which is the default, stand for fonts of the reader’s system.
 */
const SHIPPED_FONTS = new Map([
  ['Merriweather', 'merriweather'],
  ['NotoSans', 'noto-sans'],
  ['OpenSans', 'open-sans'],
  ['Overpass', 'overpass'],
  ['Raleway', 'raleway'],
  ['Roboto', 'roboto'],
  ['RobotoSlab', 'roboto-slab'],
  ['SourceSansPro', 'source-sans-3'],
]);
const SHIPPED_MONO = new Map([
  ['FiraCode', 'fira-code'],
  ['Inconsolata', 'inconsolata'],
  ['JetBrainsMono', 'jetbrains-mono'],
  ['RobotoMono', 'roboto-mono'],
  ['SourceCodePro', 'source-code-pro'],
]);

const SERIF_FONTS = new Set(['IBMPlexSerif']);

/** Lists the files of the fonts that come with the service, each once; the one for text first. */
export function listShippedFonts({ font, headingFont, monospaceFont }: Styling): string[] {
  const find = (names: ReadonlyMap<string, string>, chosen: Styling['headingFont']): string[] =>
    typeof chosen === 'string' ? [names.get(chosen) ?? []].flat() : [];
  return [
    ...new Set([
      ...find(SHIPPED_FONTS, font),
      ...find(SHIPPED_FONTS, headingFont),
      ...find(SHIPPED_MONO, monospaceFont),
    ]),
  ];
}

/** Returns the classes of the fonts, for the style sheets. */
export function fontClasses(
  { font, headingFont, monospaceFont }: Styling,
  faces: readonly FontFace[],
): (string | undefined)[] {
  const isOwn = (use: FontUse): boolean => faces.some((face) => face.use === use);
  const kindOf = (name: string): string =>
    SHIPPED_FONTS.get(name) ?? (SERIF_FONTS.has(name) ? 'serif' : 'system');
  const mono = typeof monospaceFont === 'string' ? SHIPPED_MONO.get(monospaceFont) : undefined;
  return [
    typeof font === 'string' ? `font-${kindOf(font)}` : isOwn('text') && 'font-own',
    typeof headingFont === 'string' ? `heading-${kindOf(headingFont)}` : isOwn('heading') && 'heading-own',
    mono === undefined ? isOwn('mono') && 'mono-own' : `mono-${mono}`,
  ].map((name) => name || undefined);
}
