import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { english as commonTexts, type Messages } from './en.ts';
import { LANGUAGES, loadMessages, REVIEW_TEXTS, t, withReviewTexts } from './messages.ts';
import { english as reviewTexts } from './review/en.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const english: Messages = { ...commonTexts, ...reviewTexts };
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

test('every text is used', () => {
  const all = sources.map(({ text }) => text).join('\n');
  // Some keys are put together, such as those of the parts of a layout.
  const parts = [...all.matchAll(/`([a-z]\w*-)\$\{/g)].map(([, part]) => part as string);
  const isUsed = (key: string): boolean =>
    new RegExp(`['"\`]${key}['"\`]|\\b${key}:`).test(all) || parts.some((part) => key.startsWith(part));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

describe('the texts of reviewing and of the history', () => {
  beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
  afterAll(() => vi.unstubAllGlobals());

  const isReview = (path: string): boolean => /^(?:review|history)\//.test(path);

  test('are used nowhere else', () => {
    const others = sources.filter(({ path }) => !isReview(path));
    const used = Object.keys(reviewTexts).flatMap((key) =>
      others
        .filter(({ text }) => new RegExp(`['"\`]${key}['"\`]`).test(text))
        .map(({ path }) => `${path}: ${key}`),
    );
    expect(used).toEqual([]);
  });

  test('are loaded with every part that uses them', () => {
    const isLoadedWithThem = /withReviewTexts\(\(\) => $/;
    const without = sources
      .filter(({ path }) => !isReview(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/import\('\.\.\/((?:review|history)\/[^']+)'\)/g)]
          .filter(({ index }) => !isLoadedWithThem.test(text.slice(0, index)))
          .map(([, part]) => `${path}: ${part}`),
      );
    // It has no text.
    expect(without).toEqual(['app/bell.tsx: review/requests/watch-unread.ts']);
    expect(sources.find(({ path }) => path === 'review/requests/watch-unread.ts')?.text).not.toMatch(/\bt\(/);
  });

  test.each(['en', 'de'])('come with the language “%s”, whichever is loaded first', async (language) => {
    const [key, other] = ['tabChanges', 'home'] as const;
    const loading = loadMessages([language]);
    expect(await withReviewTexts(async () => 'the part')).toBe('the part');
    await loading;
    const [common, review] = [await LANGUAGES[language]?.(), await REVIEW_TEXTS[language]?.()];
    expect([t(other), t(key)]).toEqual([common?.[other] ?? english[other], review?.[key]]);
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
      ...(await REVIEW_TEXTS[language]?.()),
    });
    expect(texts.filter(([, text]) => familiar.test(text))).toEqual([]);
  },
);

/** Words that a language shares with English, and names. */
const SHARED: Record<string, readonly string[]> = {
  de: [
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
  ],
  es: ['no', 'Commit {oid}', 'Variable {name}', 'Prompt', 'Variable', 'Color', 'Markdown', 'Slug', 'Emoji'],
  fr: [
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
  ],
  ja: ['Markdown'],
};

describe.each(Object.entries(LANGUAGES))('the texts in “%s”', (language, load) => {
  const loadAll = async (): Promise<Messages> =>
    ({ ...(await load()), ...(await REVIEW_TEXTS[language]?.()) }) as Messages;

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
