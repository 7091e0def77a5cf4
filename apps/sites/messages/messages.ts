import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english, type Messages } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';
import { dutch } from './nl.ts';
import { norwegian } from './no.ts';
import { brazilianPortuguese } from './pt-br.ts';
import { russian } from './ru.ts';
import { chinese } from './zh.ts';

const CATALOGS: Record<string, Messages> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  'pt-br': brazilianPortuguese,
  ru: russian,
  zh: chinese,
};

/** Languages that are the same as one of the catalogs, by another name. */
const OTHER_NAMES: Record<string, string> = { pt: 'pt-br', nb: 'no', nn: 'no' };

/** The messages of a language, by its tag as in `de` or `de-AT`; in English if there is no translation. */
export function messagesOf(language: string): Messages {
  const tag = language.toLowerCase();
  const [main = ''] = tag.split('-');
  return CATALOGS[tag] ?? CATALOGS[main] ?? CATALOGS[OTHER_NAMES[main] ?? ''] ?? english;
}

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] as string) ? 'rtl' : 'ltr';

/** Puts values in the place of the words in braces. */
export const fillMessage = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
