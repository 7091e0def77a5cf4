import { languageName } from '../../../platform/http/languages.ts';
import { readChatContent } from '../../../platform/language-model/chat-content.ts';
import { callProvider, type ProviderAccess, readTexts } from './call-provider.ts';
import { type TranslationProvider, type TranslationRequest, UnusableResponse } from './provider.ts';

/** The protocol of OpenAI, which many programs and services speak that run language models. */
export const createOpenAi = (access: ProviderAccess): TranslationProvider => ({
  name: 'openai',
  maxUnits: 40,
  maxCharacters: 8_000,
  async translate(request, signal) {
    const response = await callProvider(
      access,
      {
        path: '/chat/completions',
        headers: access.key ? { authorization: `Bearer ${access.key}` } : {},
        body: {
          model: access.model,
          temperature: 0,
          response_format: { type: 'json_object' },
          messages: [
            { role: 'system', content: describeTask(request) },
            { role: 'user', content: JSON.stringify({ texts: request.units.map(({ unit }) => unit) }) },
          ],
        },
      },
      signal,
    );
    return readTexts(readContent(response));
  },
});

function describeTask({ units, sourceLanguage, language, tone, instructions }: TranslationRequest): string {
  const terms = new Map(units.flatMap(({ terms: ofUnit }) => ofUnit));
  return [
    `Translate each text of the documentation of a product from ${languageName(sourceLanguage)} into ${languageName(language)}.`,
    'Answer with a JSON object {"translations": [...]} with one translation for each text, in their order.',
    'Keep every tag <x id="1"/> and <g id="2">…</g> exactly once with its number; a <g> surrounds the words that correspond to its words in the text. Write &amp;, &lt; and &gt; as in the text.',
    ...(tone === 'default' ? [] : [`Address readers in the ${tone} way.`]),
    ...(terms.size === 0
      ? []
      : [`Translate these terms as given: ${JSON.stringify(Object.fromEntries(terms))}.`]),
    ...(instructions === '' ? [] : [`About the texts:\n${instructions}`]),
  ].join('\n');
}

function readContent(response: unknown): unknown {
  const content = readChatContent(response);
  if (content === undefined) throw new UnusableResponse('The response of the language model has no text.');
  try {
    return (JSON.parse(content) as { translations?: unknown } | null)?.translations;
  } catch {
    throw new UnusableResponse('The response of the language model is not JSON.');
  }
}
