import type { Warning } from '../../sites/sites.schemas.ts';
import { contrastOf } from './contrast.ts';
import type { Customization } from './customization.schemas.ts';
import { findPictureWarnings } from './find-picture-warnings.ts';

/** WCAG 2.2 AA: 4.5 for text, 3 for icons and borders that carry meaning. */
const TEXT = 4.5;
const GRAPHICS = 3;

const MODES = ['light', 'dark'] as const;
/** The background of pages. */
const PAGE = { light: '#ffffff', dark: '#0f131a' };
const SIGNALS = ['infoColor', 'successColor', 'warningColor', 'dangerColor'] as const;

/** What makes a site hard to read, or pictures that it may not show. Nothing is refused because of it. */
export const findWarnings = (customization: Customization, sitesUrl: string): Warning[] => [
  ...findColorWarnings(customization),
  ...findPictureWarnings(customization, sitesUrl),
];

/** Colors that some readers could not distinguish from their background. */
function findColorWarnings({ styling, header }: Customization): Warning[] {
  const { backgroundColor, linkColor } = header;
  const isOwnHeader = header.preset === 'custom';
  return MODES.flatMap((mode) => [
    ...check(`styling.primaryColor.${mode}`, styling.primaryColor[mode], PAGE[mode], TEXT),
    ...SIGNALS.flatMap((name) => check(`styling.${name}.${mode}`, styling[name][mode], PAGE[mode], GRAPHICS)),
    ...(isOwnHeader && backgroundColor && linkColor
      ? check(`header.linkColor.${mode}`, linkColor[mode], backgroundColor[mode], TEXT)
      : []),
  ]);
}

function check(path: string, color: string, background: string, least: number): Warning[] {
  const contrast = contrastOf(color, background);
  if (contrast >= least) return [];
  // Rounded down, so that it never reads as enough.
  const shown = Math.floor(contrast * 10) / 10;
  const message = `${color} on ${background} has a contrast of ${shown}:1. For readers with low vision, it should be at least ${least}:1.`;
  return [{ path, message }];
}
