import { nameOf } from '../../server/pages/parts/name.ts';
import { directionOf } from '../messages/messages.ts';
import type { SiteLook } from '../site-looks.ts';
import type { Reading } from '../site-readings.ts';
import { titleOfSite } from '../site-title.ts';
import type { VisiblePage } from '../visible-page.ts';
import type { SocialPreview } from './social-preview.ts';

/**
 * The scripts that the font covers. Titles in other scripts are not drawn: machines that serve sites rarely have fonts
 * for them.
 */
const COVERED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Arrows, symbols and emoji, which the font does not cover. */
const SYMBOLS = /[\u2190-\u2bff\u{1f000}-\u{1faff}]|\ufe0f/gu;

const drawable = (text: string): string | undefined =>
  COVERED.test(text) ? text.replaceAll(SYMBOLS, ' ').trim() : undefined;

/** Returns undefined for an entry that is not a page, and for a title that cannot be drawn. */
export function readSocialPreview(
  { resolved, place }: Pick<Reading, 'resolved' | 'place'>,
  { entry, settings }: VisiblePage,
  { look, customization }: SiteLook,
): SocialPreview | undefined {
  if (entry.type !== 'document') return undefined;
  const title = drawable(nameOf(entry.title));
  if (!title) return undefined;
  const language = place.siteSpace.space.language ?? customization.internationalization.locale;
  return {
    siteTitle: drawable(titleOfSite(resolved.open.site, customization, language)) ?? '',
    title,
    description: settings?.layout.description === false ? undefined : drawable(settings?.description ?? ''),
    color: look.theme.primary.light,
    direction: directionOf(language),
  };
}
