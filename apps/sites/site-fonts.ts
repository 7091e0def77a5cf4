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

const SERIF_FONTS = new Set(['IBMPlexSerif', 'Merriweather', 'RobotoSlab']);

/**
 * Returns the classes of the fonts, for the style sheet. Named fonts without files are replaced by fonts of the
 * reader’s system, so that no page waits for a font.
 */
export function fontClasses(
  { font, headingFont, monospaceFont }: Styling,
  faces: readonly FontFace[],
): (string | undefined)[] {
  const isOwn = (use: FontUse): boolean => faces.some((face) => face.use === use);
  const kindOf = (name: string): string => (SERIF_FONTS.has(name) ? 'serif' : 'system');
  return [
    typeof font === 'string' ? `font-${kindOf(font)}` : isOwn('text') && 'font-own',
    typeof headingFont === 'string' ? `heading-${kindOf(headingFont)}` : isOwn('heading') && 'heading-own',
    typeof monospaceFont === 'string' ? undefined : isOwn('mono') && 'mono-own',
  ].map((name) => name || undefined);
}
