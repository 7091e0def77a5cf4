import { callProvider, type ProviderAccess, readTexts } from './call-provider.ts';
import type { TranslationProvider } from './provider.ts';

const FORMALITY = { default: 'default', formal: 'prefer_more', informal: 'prefer_less' };
/** Where it names languages in another way. */
const TARGETS: Readonly<Record<string, string>> = {
  en: 'EN-US',
  pt: 'PT-PT',
  no: 'NB',
  zh: 'ZH-HANS',
  'zh-tw': 'ZH-HANT',
};
const SOURCES: Readonly<Record<string, string>> = { no: 'NB', 'pt-br': 'PT', 'zh-tw': 'ZH' };

/** The protocol of DeepL. Its glossaries are objects of their own: the terms of ours are not sent. */
export const createDeepl = (access: ProviderAccess): TranslationProvider => ({
  name: 'deepl',
  maxUnits: 50,
  maxCharacters: 50_000,
  async translate({ units, sourceLanguage, language, tone }, signal) {
    const answer = await callProvider(
      access,
      {
        path: '/v2/translate',
        headers: access.key ? { authorization: `DeepL-Auth-Key ${access.key}` } : {},
        body: {
          text: units.map(({ unit }) => unit),
          source_lang: SOURCES[sourceLanguage] ?? sourceLanguage.toUpperCase(),
          target_lang: TARGETS[language] ?? language.toUpperCase(),
          tag_handling: 'xml',
          formality: FORMALITY[tone],
        },
      },
      signal,
    );
    const { translations } = answer as { translations?: unknown };
    return readTexts(
      Array.isArray(translations)
        ? translations.map((one: { text?: unknown } | null) => one?.text)
        : undefined,
    );
  },
});
