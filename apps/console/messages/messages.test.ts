import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { english as commonTexts, type Messages } from './en.ts';
import { type Catalogue, LANGUAGES, loadMessages, readTexts, t, withTexts } from './messages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The folders whose parts use a catalogue. They are loaded with it. */
const FOLDERS: Record<Catalogue, readonly string[]> = {
  refusals: ['refusals'],
  review: ['review', 'history'],
  settings: ['settings', 'forms'],
  sites: ['sites'],
  'site-look': ['site-look', 'insights'],
  people: ['people', 'account'],
  spaces: ['spaces', 'git'],
  records: ['specs', 'translations', 'conversations', 'webhooks', 'organization', 'instance'],
  problems: ['problems'],
  'add-content': ['add-content'],
};
const CATALOGUES = Object.keys(FOLDERS) as Catalogue[];
/** Their texts are in every part but those of reviews. */
const COMMON_PARTS: readonly Catalogue[] = ['settings'];

const readAll = async (language: string): Promise<Partial<Messages>> =>
  Object.assign({}, ...(await Promise.all(CATALOGUES.map((catalogue) => readTexts(catalogue, language)))));

const english = { ...commonTexts, ...(await readAll('en')) } as Messages;
const keys = Object.keys(english) as (keyof Messages)[];

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('messages') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(`${ROOT}/${path}`, 'utf8') }));

/** The forms of a text by their plurals; `other` is the only one of a text without plurals. */
const formsOf = (text: string): Map<string, string> =>
  new Map(
    /^\w+=/.test(text)
      ? text.split('|').map((form) => form.split(/=(.*)/s) as [string, string])
      : [['other', text]],
  );

const placeholdersOf = (text = ''): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

/** The plurals that counts of something have in a language. */
const pluralsOf = (language: string): Set<string> => {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
};

test('no English text is empty', () => {
  for (const [key, text] of Object.entries(english)) expect(text.trim(), key).not.toBe('');
});

/** The first groups of all matches. */
const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, match]) => match as string);

test('every text is used', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const named = new Set([...listMatches(all, /['"`]([\w.-]+)['"`]/g), ...listMatches(all, /\b([\w-]+):/g)]);
  // Some keys are put together, such as those of the parts of a layout.
  const parts = listMatches(all, /`([a-z]\w*-)\$\{/g);
  expect(keys.filter((key) => !named.has(key) && !parts.some((part) => key.startsWith(part)))).toEqual([]);
});

test('no key is in two catalogues', async () => {
  const all = [commonTexts, ...(await Promise.all(CATALOGUES.map((one) => readTexts(one, 'en'))))];
  const found = all.flatMap((texts) => Object.keys(texts));
  expect(found.filter((key, at) => found.indexOf(key) !== at)).toEqual([]);
});

describe.each(CATALOGUES)('the catalogue “%s”', (catalogue) => {
  const isIn = (path: string, folders: readonly string[]): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`));

  test('is used by the parts that are loaded with it', async () => {
    const users = COMMON_PARTS.includes(catalogue)
      ? Object.entries(FOLDERS).flatMap(([one, folders]) => (one === 'review' ? [] : folders))
      : FOLDERS[catalogue];
    const others = sources.filter(({ path }) => !isIn(path, users));
    const texts = await readTexts(catalogue, 'en');
    const used = others.flatMap(({ path, text }) =>
      listMatches(text, /\bt\(['"`]([\w.-]+)['"`]/g)
        .filter((key) => key in texts)
        .map((key) => `${path}: ${key}`),
    );
    expect(used).toEqual([]);
  });

  test('is loaded with every part that uses it', () => {
    const folders = FOLDERS[catalogue];
    const isLoadedWithIt = new RegExp(
      `withTexts\\(\\s*'${catalogue}',\\s*(?:async )?\\(\\) =>\\s+(?:withTexts\\('[\\w-]+', \\(\\) =>\\s+)*$`,
    );
    const without = sources
      .filter(({ path }) => !isIn(path, folders))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/import\('\.\.?\/([^']+)'\)/g)]
          .filter(([, part]) => isIn(part as string, folders))
          .filter(({ index }) => !isLoadedWithIt.test(text.slice(0, index)))
          .map(([, part]) => `${path}: ${part}`),
      );
    // It has no text.
    const textless = catalogue === 'review' ? ['app/bell.tsx: review/requests/watch-unread.ts'] : [];
    expect(without).toEqual(textless);
  });
});

test('what is loaded without its texts has none', () => {
  expect(sources.find(({ path }) => path === 'review/requests/watch-unread.ts')?.text).not.toMatch(/\bt\(/);
});

describe('texts that are loaded with a part', () => {
  beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
  afterAll(() => vi.unstubAllGlobals());

  test.each(['en', 'de'])('come with the language “%s”, whichever is loaded first', async (language) => {
    const [key, other] = ['tabChanges', 'home'] as const;
    const loading = loadMessages([language]);
    expect(await withTexts('review', async () => 'the part')).toBe('the part');
    await loading;
    const [common, review] = [await LANGUAGES[language]?.(), await readTexts('review', language)];
    expect([t(other), t(key)]).toEqual([common?.[other] ?? english[other], review[key]]);
  });
});

test('components have no text of their own', () => {
  const ownText =
    />\s*[^<>{}()=;&]*\p{L}{2,}[^<>{}()=;&]*<\/|(?:aria-label|title|alt|aria-description)="(?!https)[^"]*\p{L}{2,}/u;
  const found = sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (ownText.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

/** The familiar forms, in languages whose catalogues address readers politely. */
const FAMILIAR: Record<string, RegExp> = {
  de: /(?<!\p{L})(?:du|dich|dir|dein\p{L}*|wähle|entscheide|schreibe?|öffne|versuche|klicke)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tus?|contigo|puedes|quieres|tienes|elige|escribe|escribas|resuélvelos|añádelo|decide|pídeselo)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|toi|ton|tes|peux|veux|écris)(?!\p{L})/iu,
};

test.each(Object.entries(FAMILIAR))(
  'the texts in %s address readers politely',
  async (language, familiar) => {
    const texts = Object.entries({
      ...(await LANGUAGES[language]?.()),
      ...(await readAll(language)),
    });
    expect(texts.filter(([, text]) => familiar.test(text))).toEqual([]);
  },
);

/** Words that a language shares with English, and names. */
const SHARED: Record<string, readonly string[]> = {
  de: [
    'Broker',
    'Server',
    'Passkeys',
    'Scopes',
    'Webhooks',
    'Version',
    'Test',
    'Administrator',
    'in {operation}',
    'Team',
    'Logo',
    'Commit {oid}',
    'Variable {name}',
    'Tags',
    'Hero',
    'Tab',
    'Prompt',
    'Integration',
    'Variable',
    'Orange',
    'Cyan',
    'Name',
    'Spaces',
    'Emoji (optional)',
    'Website',
    'Branch',
    'Teams',
    'Markdown',
    'Slug',
    'Team {name}',
    'Emoji',
    'Layout',
    'Text',
    'Code',
    'Info',
    'Link',
    'Space',
    'Domain',
    'Person',
    'Browser',
    'Token',
    'API',
    'Hostname',
  ],
  es: [
    'Broker',
    'Base',
    'no',
    'Commit {oid}',
    'Variable {name}',
    'Prompt',
    'Variable',
    'Color',
    'Markdown',
    'Slug',
    'Emoji',
    'Editor',
    'Token',
    'API',
    'Roles',
    'General',
    'Webhooks',
    'Error',
    'Informal',
  ],
  fr: [
    'Broker',
    'Base',
    'Archive',
    'Exports',
    'Imports',
    'Maintenance',
    'Message',
    'Quotas',
    'Webhooks',
    'Conversations',
    'Version',
    'Table',
    'Test',
    'Source',
    'Versions',
    'Conversation',
    'Assistant',
    'Logo',
    'one={count} page|other={count} pages',
    'Commit {oid}',
    'Variable {name}',
    'Prompt',
    'Suggestion',
    'Variable',
    'Mention',
    'Annotation',
    'Type',
    'Options',
    'Orange',
    'Cyan',
    'Violet',
    'Date',
    'Action',
    'Expression',
    'Pages',
    'Page',
    'Description',
    'Messages',
    'Notifications',
    'Mentions',
    'Collections',
    'Public',
    'Sites',
    'Invitations',
    'Markdown',
    'Slug',
    'Code',
    'Danger',
    'Image',
    'Condition',
    'Instance',
    'Actions',
    'Site',
    'API',
    'Collection',
  ],
  ja: ['Markdown', 'API'],
};

describe.each(Object.entries(LANGUAGES))('the texts in “%s”', (language, load) => {
  const loadAll = async (): Promise<Messages> =>
    ({ ...(await load()), ...(await readAll(language)) }) as Messages;

  test('are complete, and keep every placeholder in every plural', async () => {
    const messages = await loadAll();
    expect(Object.keys(messages)).toEqual(keys);
    for (const key of keys) {
      const forms = formsOf(messages[key]);
      const wanted = formsOf(english[key]);
      for (const [plural, text] of forms) {
        expect(text.trim(), key).not.toBe('');
        if (plural === 'other')
          expect(placeholdersOf(text), key).toEqual(placeholdersOf(wanted.get('other')));
      }
      if (wanted.size > 1) expect(new Set(forms.keys()), key).toEqual(pluralsOf(language));
    }
  });

  test('are translated', async () => {
    const messages = await loadAll();
    const shared = new Set(SHARED[language]);
    const same = keys.filter((key) => messages[key] === english[key] && !shared.has(english[key]));
    expect(same.map((key) => `${key}: ${english[key]}`)).toEqual([]);
  });
});
