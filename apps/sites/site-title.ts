import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { nameOf } from '../server/pages/parts/name.ts';
import { localize } from './localize.ts';

/** Returns the title of a site in a language. */
export function titleOfSite(
  site: { title: string },
  { title, localizedTitle }: Pick<Customization, 'title' | 'localizedTitle'>,
  language: string,
): string {
  return nameOf(title === undefined ? site.title : localize(title, localizedTitle, language));
}
