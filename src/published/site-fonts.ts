import type { Customization } from '../features/site-settings/customization/customization.schemas.ts';
import { isOwnFile } from './own-files.ts';
import type { FontFace, FontUse } from './pages/page-data.ts';

/** What a font is chosen for, and which one. */
type Styling = Pick<Customization['styling'], 'font' | 'headingFont' | 'monospaceFont'>;

/**
 * The faces of the fonts that an organization brings along. Only files that this service itself serves: a page loads
 * nothing from anybody else.
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
 * The classes of the fonts, for the style sheet. Fonts of the reader's own system stand in for those that are only
 * named, so that no page waits for a font.
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
