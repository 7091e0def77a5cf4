import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTranslationServer, type TranslationServer } from '../../../../../test/translation-server.ts';
import { createDeepl } from './deepl.ts';
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
  server.glossaries.length = 0;
});

const UNIT = 'Run <x id="1"/> in <g id="2">a folder</g> &amp; wait.';
const REQUEST: TranslationRequest = {
  units: [
    { key: 'a', unit: UNIT, terms: [] },
    { key: 'b', unit: 'Then wait.', terms: [] },
  ],
  sourceLanguage: 'en',
  language: 'pt-br',
  tone: 'formal',
  terms: [],
  instructions: 'It is a tool.',
};
const TERMS: TranslationRequest['terms'] = [
  ['folder', 'Verzeichnis'],
  ['page', 'Seite'],
];
const WITH_TERMS: TranslationRequest = {
  ...REQUEST,
  units: [
    { key: 'a', unit: UNIT, terms: [['folder', 'Verzeichnis']] },
    { key: 'b', unit: 'Then wait.', terms: [] },
    { key: 'c', unit: 'Page', terms: [['page', 'Seite']] },
  ],
  terms: TERMS,
};
const NAMES = ['openai', 'deepl', 'libretranslate'] as const;
const translationLimits = {
  charactersPerDay: 0,
  callsPerMinute: 1000,
  pricePerMillionCharacters: undefined,
};
const open = (
  provider: (typeof NAMES)[number],
  more: { allowPrivate?: boolean; url?: string; takeTurn?: () => Promise<void> } = {},
) =>
  createFindProvider(
    {
      allowPrivateNetworks: more.allowPrivate ?? true,
      translation: { provider, url: more.url ?? server.url, key: 'secret-key', model: 'a-model' },
      translationLimits,
    },
    more.takeTurn,
  )(provider) as TranslationProvider;
const translate = (provider: TranslationProvider, request = REQUEST) =>
  provider.translate(request, new AbortController().signal);

describe.each(NAMES)('the provider %s', (name) => {
  test('answers with a translation for each unit, and placeholders as they were', async () => {
    const responses = await translate(open(name));
    expect(responses).toHaveLength(2);
    expect(responses[0]).toMatch(/ Run <x id="1"(?:\/>|><\/x>) in <g id="2">a folder<\/g> &amp; wait\.$/);
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
    [[{ status: 401 }], 'The provider returned status 401.', 1],
    [Array.from({ length: 5 }, () => ({ status: 503 })), 'The provider returned status 503.', 5],
    [[{ status: 302 }], 'The provider returned status 302.', 1],
    [[{ status: 200, body: 'no json' }], 'The provider returned a response that is not valid JSON.', 1],
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

  test.each([
    [[{ status: 400 }], false],
    [[{ status: 302 }], false],
    [Array.from({ length: 5 }, () => ({ status: 503 })), false],
    [[{ status: 500 }, { status: 403 }], true],
    [[{ status: 200, body: 'no json' }], true],
    [[{ status: 200, body: '{"translatedText":7}' }], true],
    [['reset' as const], true],
  ])('tells after %j whether it may have charged for it', async (failures, mayHaveCharged) => {
    server.failures.push(...failures);
    await expect(translate(open(name))).rejects.toMatchObject({ mayHaveCharged });
  });

  test('has not charged for what never reached it', async () => {
    const gone = await startTranslationServer();
    await gone.close();
    await expect(translate(open(name, { url: gone.url }))).rejects.toMatchObject({ mayHaveCharged: false });
  });

  test('is not reached on a private network unless that is allowed', async () => {
    await expect(translate(open(name, { allowPrivate: false }))).rejects.toThrow('could not be reached');
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

test('LibreTranslate gets placeholders for terms, and nothing that consists of terms alone', async () => {
  const responses = await translate(open('libretranslate'), WITH_TERMS);
  expect(server.texts()).toEqual([
    'Run <x id="1"></x> in <g id="2">a <x id="3"></x></g> &amp; wait.',
    'Then wait.',
  ]);
  expect(responses).toEqual([
    'pb Run <x id="1"/> in <g id="2">a Verzeichnis</g> &amp; wait.',
    'pb Then wait.',
    'Seite',
  ]);
});

describe('DeepL', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  let now: number;
  beforeEach(() => {
    now = Date.now();
  });
  const create = () =>
    createDeepl(
      {
        url: server.url,
        key: 'secret-key',
        model: undefined,
        allowPrivate: true,
        takeTurn: async () => {},
      },
      () => now,
    );
  const asked = () => server.requests.map(({ method, path }) => `${method} ${path.split('/')[2]}`);
  const [WITH_GLOSSARY, WITHOUT] = [
    'pt-br Run <x id="1"/> in <g id="2">a Verzeichnis</g> &amp; wait.',
    'pt-br Run <x id="1"/> in <g id="2">a folder</g> &amp; wait.',
  ];

  test('gets the terms as a glossary, which all that need the same one share', async () => {
    const deepl = create();
    expect((await translate(deepl, WITH_TERMS))[0]).toBe(WITH_GLOSSARY);
    expect(server.glossaries).toMatchObject([
      { source_lang: 'en', target_lang: 'pt', entries: 'folder\tVerzeichnis\npage\tSeite' },
    ]);
    await translate(deepl, WITH_TERMS);
    await translate(create(), WITH_TERMS);
    expect(asked()).toEqual([
      'GET glossaries',
      'POST glossaries',
      'POST translate',
      'POST translate',
      'GET glossaries',
      'POST translate',
    ]);
  });

  test('is asked for no glossary where no text has a term', async () => {
    const [response] = await translate(create(), { ...REQUEST, terms: TERMS });
    expect([response, asked()]).toEqual([WITHOUT, ['POST translate']]);
  });

  test('gets another glossary when the terms change, without what it would refuse', async () => {
    const deepl = create();
    await translate(deepl, WITH_TERMS);
    const terms: TranslationRequest['terms'] = [
      [' my\tfolder ', 'x'],
      ['folder', 'Ordner'],
      ['folder', 'Mappe'],
      [' ', 'y'],
    ];
    const [response] = await translate(deepl, { ...WITH_TERMS, terms });
    expect(response).toContain('a Ordner');
    expect(server.glossaries.map(({ entries }) => entries)).toEqual([
      'folder\tVerzeichnis\npage\tSeite',
      'my folder\tx\nfolder\tOrdner',
    ]);
  });

  test('loses the glossaries that nobody uses any more, and no others', async () => {
    const deepl = create();
    await translate(deepl, WITH_TERMS);
    server.glossaries.push({ ...server.glossaries[0]!, glossary_id: 'other', name: 'Of somebody else' });
    now += 6.5 * DAY_MS;
    await translate(deepl, WITH_TERMS);
    expect(server.glossaries.map(({ name }) => name.split(' ')[0])).toEqual(['Lectern', 'Of', 'Lectern']);
    now += DAY_MS;
    const terms: TranslationRequest['terms'] = [['folder', 'Ordner']];
    server.glossaries[2]!.creation_time = new Date(now - DAY_MS).toISOString();
    await translate(deepl, { ...WITH_TERMS, terms });
    expect(server.glossaries.map(({ name }) => name.split(' ')[0])).toEqual(['Of', 'Lectern', 'Lectern']);
  });

  test('gets placeholders for terms when it takes no glossary, and is not asked again soon', async () => {
    const deepl = create();
    server.failures.push({ status: 403 });
    expect((await translate(deepl, WITH_TERMS))[0]).toBe(WITH_GLOSSARY);
    expect(server.texts()[0]).toBe('Run <x id="1"/> in <g id="2">a <x id="3"/></g> &amp; wait.');
    await translate(deepl, WITH_TERMS);
    expect(asked()).toEqual(['GET glossaries', 'POST translate', 'POST translate']);
    now += DAY_MS;
    await translate(deepl, WITH_TERMS);
    expect(server.glossaries).toHaveLength(1);
  });

  test('gets placeholders for terms when somebody has deleted the glossary, and then another one', async () => {
    const deepl = create();
    await translate(deepl, WITH_TERMS);
    server.glossaries.length = 0;
    expect((await translate(deepl, WITH_TERMS))[0]).toBe(WITH_GLOSSARY);
    expect(server.glossaries).toEqual([]);
    await translate(deepl, WITH_TERMS);
    expect(server.glossaries).toHaveLength(1);
  });

  test('fails like others when it is not the glossary that is refused', async () => {
    const deepl = create();
    await translate(deepl, WITH_TERMS);
    server.failures.push({ status: 456 });
    await expect(translate(deepl, WITH_TERMS)).rejects.toThrow('status 456');
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
  await translate(open('openai'), WITH_TERMS);
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
