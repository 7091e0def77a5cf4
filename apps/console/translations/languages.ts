import type { Language } from '../api/translations.ts';
import { currentLocale } from '../messages/messages.ts';

/** The languages that the service knows; the compiler asks for one that is missing. */
const LANGUAGES: Readonly<Record<Language, true>> = {
  en: true,
  fr: true,
  de: true,
  es: true,
  it: true,
  pt: true,
  'pt-br': true,
  ru: true,
  ja: true,
  zh: true,
  'zh-tw': true,
  yue: true,
  ko: true,
  ar: true,
  hi: true,
  nl: true,
  pl: true,
  tr: true,
  sv: true,
  no: true,
  da: true,
  fi: true,
  el: true,
  cs: true,
  hu: true,
  ro: true,
  th: true,
  vi: true,
  id: true,
  ms: true,
  he: true,
  uk: true,
  sk: true,
  bg: true,
  hr: true,
  lt: true,
  lv: true,
  et: true,
  sl: true,
};

/** The name of a language in the language of the console. */
export const sayLanguage = (language: Language): string =>
  new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(language) ?? language;

/** All languages with their names, by name. */
export const listLanguages = (): (readonly [Language, string])[] =>
  (Object.keys(LANGUAGES) as Language[])
    .map((language) => [language, sayLanguage(language)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, currentLocale()));
