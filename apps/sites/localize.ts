import type { LocalizedTexts } from '../server/domains/publishing/sites/site-structure.ts';

/** A text in the language of the reader's page, if the site has it in that language. */
export function localize(
  text: string,
  translations: LocalizedTexts | null | undefined,
  language: string,
): string {
  const tag = language.toLowerCase();
  return translations?.[tag] ?? translations?.[tag.split('-')[0] as string] ?? text;
}
