import { type Html, html, type Insertion } from '@lectern/html/html';
import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../platform/http/errors.ts';
import { german } from './de.ts';
import { english, type Texts } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';

/** The languages of the console. */
export const CATALOGUES: Readonly<Record<string, Texts>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
};

/** The texts of a page in the language of its reader. */
export interface PageTexts {
  language: string;
  text(key: keyof Texts, values?: Readonly<Record<string, string>>): string;
  /** The text as markup, with markup in the places of the words in braces. */
  fill(key: keyof Texts, values: Readonly<Record<string, Insertion>>): Html;
  /** Why the service refused something. */
  explain(error: ApiError): string;
}

const MAX_TAGS = 20;

/** Returns the languages that a browser asks for, the most wanted first. */
export const readLanguages = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',', MAX_TAGS)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((one) => one.startsWith('q='));
      return { base: tag.split('-')[0] as string, weight: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter(({ base, weight }) => base !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ base }) => base);

const PLACES = /\{(\w+)\}/;

export function textsFor(request: Pick<FastifyRequest, 'headers'>): PageTexts {
  const wanted = readLanguages(request.headers['accept-language']);
  const language = wanted.find((base) => Object.hasOwn(CATALOGUES, base)) ?? 'en';
  const texts = CATALOGUES[language] as Texts;
  const fill: PageTexts['fill'] = (key, values) =>
    // The words in braces are at the odd places.
    html`${texts[key].split(PLACES).map((part, at) => (at % 2 === 0 ? part : values[part]))}`;
  return {
    language,
    text: (key, values = {}) =>
      texts[key]
        .split(PLACES)
        .map((part, at) => (at % 2 === 0 ? part : (values[part] ?? '')))
        .join(''),
    fill,
    explain(error) {
      const key = `refused-${error.reason}`;
      if (Object.hasOwn(texts, key)) return texts[key as keyof Texts];
      const isPassword = error.status === 400 && error.details?.some(({ path }) => path === 'password');
      // In English, the service itself says what is wrong with the password.
      return isPassword && language !== 'en' ? texts.passwordRefused : error.message;
    },
  };
}
