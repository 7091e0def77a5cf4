import { english, type Messages } from './en.ts';

/** Languages other than English, each a file of its own that only its readers load. */
const LANGUAGES: Record<string, () => Promise<Messages>> = {};

let messages: Messages = english;
let language = 'en';

/** Chooses the first language that the console has. Call once, before anything is rendered. */
export async function loadMessages(languages: readonly string[]): Promise<void> {
  for (const wanted of languages) {
    const [base = ''] = wanted.toLowerCase().split('-');
    if (base === 'en') break;
    const load = LANGUAGES[base];
    if (!load) continue;
    messages = await load();
    language = base;
    break;
  }
  document.documentElement.lang = language;
}

/** The language of the texts, as in `lang`. */
export const currentLanguage = (): string => language;

/** The text of a key in the user’s language. `values` replaces `{name}`. */
export function t(key: keyof Messages, values: Record<string, string | number> = {}): string {
  return messages[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
