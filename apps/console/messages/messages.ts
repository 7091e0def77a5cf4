import { type CommonMessages, english, type Messages } from './en.ts';

/** Languages other than English, each a file of its own that only its readers load. */
export const LANGUAGES: Record<string, () => Promise<CommonMessages>> = {
  de: async () => (await import('./de.ts')).german,
  es: async () => (await import('./es.ts')).spanish,
  fr: async () => (await import('./fr.ts')).french,
  ja: async () => (await import('./ja.ts')).japanese,
};

/** The catalogues that are loaded with parts of the console, each a folder with a file for every language. */
export type Catalogue =
  | 'refusals'
  | 'review'
  | 'settings'
  | 'sites'
  | 'site-look'
  | 'people'
  | 'spaces'
  | 'problems'
  | 'records'
  | 'add-content';

const CHOSEN = 'lectern-language';

let messages: Partial<Messages> = english;
const loading = new Map<Catalogue, Promise<void>>();
let language = 'en';
/** With the country, which decides how dates and numbers are written. */
let locale = 'en';

/** Chooses the first language that the console has. Call once, before anything is rendered. */
export async function loadMessages(wantedLanguages: readonly string[]): Promise<void> {
  const wanted = [...readChosen(), ...wantedLanguages].map(baseOf);
  language = wanted.find((base) => base === 'en' || base in LANGUAGES) ?? 'en';
  locale = wantedLanguages.find((tag) => baseOf(tag) === language) ?? language;
  document.documentElement.lang = language;
  messages = english;
  loading.clear();
  const texts = await LANGUAGES[language]?.();
  messages = { ...messages, ...texts };
}

/** The catalogues of parts that have no forms of their own. */
const WITHOUT_FORMS: readonly Catalogue[] = ['review', 'refusals'];

/** Parts that show the problems of imports and syncs. */
const WITH_PROBLEMS: readonly Catalogue[] = ['spaces', 'add-content'];

/** Imports a part of the console together with its texts, and those of forms and problems. */
/** Imports a part of the console together with its texts, and those of forms. */
export async function withTexts<Part>(catalogue: Catalogue, importPart: () => Promise<Part>): Promise<Part> {
  const others = WITHOUT_FORMS.includes(catalogue) ? [] : [loadTexts('settings')];
  if (WITH_PROBLEMS.includes(catalogue)) others.push(loadTexts('problems'));
  const [part] = await Promise.all([importPart(), loadTexts(catalogue), ...others]);
  return part;
}

function loadTexts(catalogue: Catalogue): Promise<void> {
  const started = loading.get(catalogue) ?? addTexts(catalogue);
  loading.set(catalogue, started);
  return started;
}

async function addTexts(catalogue: Catalogue): Promise<void> {
  try {
    const texts = await readTexts(catalogue, language);
    messages = { ...messages, ...texts };
  } catch (error) {
    // For example offline: the next call tries again.
    loading.delete(catalogue);
    throw error;
  }
}

export async function readTexts(catalogue: Catalogue, of: string): Promise<Partial<Messages>> {
  const { texts } = (await import(`./${catalogue}/${of}.ts`)) as { texts: Partial<Messages> };
  return texts;
}

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language in which dates and numbers are written, as for `Intl`. */
export const currentLocale = (): string => locale;

/** The language of the texts, as in `lang`. */
export const currentLanguage = (): string => language;

/** The languages that the console has, each by its own name. */
export const languages = (): { code: string; name: string }[] =>
  ['en', ...Object.keys(LANGUAGES)].map((code) => ({
    code,
    name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code,
  }));

/** Uses a language in this browser from now on. */
export function setLanguage(code: string): void {
  try {
    localStorage.setItem(CHOSEN, code);
  } catch {
    return;
  }
  location.reload();
}

function readChosen(): string[] {
  try {
    return [localStorage.getItem(CHOSEN) ?? []].flat();
  } catch {
    return [];
  }
}

/**
 * The text of a key in the user’s language. `values` replaces `{name}`; numbers are written as the language does. A text
 * such as `one={count} page|other={count} pages` has a form for each plural of the language.
 */
export function t(key: keyof Messages, values: Record<string, string | number> = {}): string {
  return chooseForm(messages[key] ?? key, values.count).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** Whether there is a text with this key in a catalogue that is loaded, for keys that the service decides. */
export const hasText = (key: string): key is keyof Messages => key in messages;

function chooseForm(text: string, count: string | number | undefined): string {
  if (typeof count !== 'number' || !/^\w+=/.test(text)) return text;
  const forms = new Map(
    text.split('|').map((form) => {
      const at = form.indexOf('=');
      return [form.slice(0, at), form.slice(at + 1)];
    }),
  );
  return forms.get(new Intl.PluralRules(language).select(count)) ?? forms.get('other') ?? text;
}
