import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTranslationServer, type TranslationServer } from '../../../../test/translation-server.ts';
import { createFindProvider } from './find-provider.ts';
import { ProviderError, type TranslationProvider, type TranslationRequest } from './provider.ts';

let server: TranslationServer;
beforeAll(async () => {
  server = await startTranslationServer();
});
afterAll(() => server?.close());
beforeEach(() => {
  server.requests.length = 0;
  server.failures.length = 0;
});

const UNIT = 'Run <x id="1"/> in <g id="2">a folder</g> &amp; wait.';
const REQUEST: TranslationRequest = {
  units: [
    { key: 'a', unit: UNIT, terms: [['folder', 'Verzeichnis']] },
    { key: 'b', unit: 'Then wait.', terms: [] },
  ],
  sourceLanguage: 'en',
  language: 'pt-br',
  tone: 'formal',
  instructions: 'It is a tool.',
};
const NAMES = ['openai', 'deepl', 'libretranslate'] as const;
const translationLimits = {
  charactersPerDay: 0,
  callsPerMinute: 1000,
  pricePerMillionCharacters: undefined,
};
const open = (
  provider: (typeof NAMES)[number],
  more: { allowPrivate?: boolean; key?: string; takeTurn?: () => Promise<void> } = {},
) =>
  createFindProvider(
    {
      allowPrivateNetworks: more.allowPrivate ?? true,
      translation: { provider, url: server.url, key: more.key ?? 'secret-key', model: 'a-model' },
      translationLimits,
    },
    more.takeTurn,
  )(provider) as TranslationProvider;
const translate = (provider: TranslationProvider, signal = new AbortController().signal) =>
  provider.translate(REQUEST, signal);

describe.each(NAMES)('the provider %s', (name) => {
  test('answers with a translation for each unit, and placeholders as they were', async () => {
    const answers = await translate(open(name));
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatch(/ Run <x id="1"(?:\/>|><\/x>) in <g id="2">a folder<\/g> &amp; wait\.$/);
  });

  test('is asked again when it is busy', async () => {
    server.failures.push({ status: 429 }, { status: 502 });
    expect(await translate(open(name))).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  test('waits for its turn before each call, also before those that it makes again', async () => {
    server.failures.push({ status: 429 });
    let turns = 0;
    const takeTurn = async () => {
      expect(server.requests).toHaveLength(turns);
      turns += 1;
    };
    await translate(open(name, { takeTurn }));
    expect(turns).toBe(2);
  });

  test.each([
    [[{ status: 401 }], 'The provider answered with the status 401.', 1],
    [Array.from({ length: 5 }, () => ({ status: 503 })), 'The provider answered with the status 503.', 5],
    [[{ status: 302 }], 'The provider answered with the status 302.', 1],
    [[{ status: 200, body: 'no json' }], 'The provider answered with something that is not JSON.', 1],
  ])('fails with a reason in words after %j', async (failures, message, requests) => {
    server.failures.push(...failures);
    const failing = translate(open(name));
    await expect(failing).rejects.toThrow(ProviderError);
    await expect(failing).rejects.toThrow(message);
    expect(server.requests).toHaveLength(requests);
  });

  test.each([
    '{}',
    '[]',
    '{"translations":[1]}',
    '{"translatedText":7}',
    '{"choices":[{"message":{"content":"x"}}]}',
  ])('fails with a reason in words when it answers %s', async (body) => {
    server.failures.push({ status: 200, body });
    await expect(translate(open(name))).rejects.toThrow(ProviderError);
  });

  test('is not reached on a private network unless that is allowed', async () => {
    await expect(translate(open(name, { allowPrivate: false }))).rejects.toThrow('was not reached');
    expect(server.requests).toEqual([]);
  });
});

test('DeepL is told languages and tone in its words', async () => {
  await translate(open('deepl'));
  expect(server.requests[0]).toMatchObject({
    path: '/v2/translate',
    headers: { authorization: 'DeepL-Auth-Key secret-key' },
    body: { source_lang: 'EN', target_lang: 'PT-BR', tag_handling: 'xml', formality: 'prefer_more' },
  });
});

test('LibreTranslate is sent elements that end', async () => {
  await translate(open('libretranslate'));
  expect(server.requests[0]).toMatchObject({
    path: '/translate',
    body: { source: 'en', target: 'pb', format: 'html', api_key: 'secret-key' },
  });
  expect(server.texts()[0]).toContain('<x id="1"></x>');
});

test('a language model is told the terms, the tone and the instructions', async () => {
  await translate(open('openai'));
  const { path, headers, body } = server.requests[0] as (typeof server.requests)[number];
  expect([path, headers.authorization, body.model]).toEqual([
    '/chat/completions',
    'Bearer secret-key',
    'a-model',
  ]);
  const [task] = body.messages as { content: string }[];
  for (const told of ['Brazilian Portuguese', '"folder":"Verzeichnis"', 'formal', 'It is a tool.'])
    expect(task?.content).toContain(told);
});

test('settings that ask for another provider get none', () => {
  const find = createFindProvider({
    allowPrivateNetworks: true,
    translation: { provider: 'deepl', url: server.url, key: undefined, model: undefined },
    translationLimits,
  });
  expect([find(null)?.name, find('deepl')?.name, find('openai'), find('manual')]).toEqual([
    'deepl',
    'deepl',
    undefined,
    undefined,
  ]);
  expect(
    createFindProvider({ allowPrivateNetworks: true, translation: undefined, translationLimits })(null),
  ).toBeUndefined();
});
