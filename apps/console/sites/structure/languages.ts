import { currentLocale } from '../../messages/messages.ts';

/** The languages that a space can have, as the API names them. */
const LANGUAGES = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'zh-tw',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of a language in the language of the console. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(language) ?? language;

/** All languages with their names, in the order of the names. */
export const listLanguages = (): { value: Language; name: string }[] =>
  LANGUAGES.map((value) => ({ value, name: languageName(value) })).sort((one, other) =>
    one.name.localeCompare(other.name, currentLocale()),
  );
