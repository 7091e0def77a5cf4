import { fillPage } from '@lectern/markdown/translation/fill-page';
import { type PageToTranslate, translatePage } from '@lectern/markdown/translation/translate-page';
import { writeMarkdown } from '@lectern/markdown/write-markdown';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocks, documentOf } from '../../../../../packages/markdown/test/documents.ts';
import { listPageUnitsTask } from './page-unit-tasks.ts';
import { readPo, writePo } from './po.ts';
import { sortUnits } from './sort-units.ts';
import { type FileUnit, type UnitFile, UnitFileError } from './unit-file.ts';
import { readXliff, writeXliff } from './xliff.ts';

const PAGE = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const FORMATS = {
  xliff: { write: writeXliff, read: readXliff },
  po: { write: writePo, read: readPo },
};
const NAMES = ['xliff', 'po'] as const;

const fileOf = (units: FileUnit[]): UnitFile => ({
  sourceLanguage: 'en',
  language: 'fr',
  pages: [{ pageId: PAGE, title: 'A “page” & more', units }],
});

/** Turns the words around, and leaves everything else. */
const shout = (unit: string): string =>
  unit.replace(/<[^>]*>|&\w+;|\p{L}+/gu, (piece) => (/^[<&]/.test(piece) ? piece : piece.toUpperCase()));

const pageOf = (source: string): PageToTranslate => ({
  before: undefined,
  source: { title: 'Title', source },
  translation: undefined,
  terms: [],
  tone: 'default',
  translations: new Map(),
  retries: false,
});

/** The page after a run without a provider. */
function inStep(input: PageToTranslate): PageToTranslate {
  const { page, tracked } = translatePage(input);
  return {
    ...input,
    translation: page,
    before: { source: input.source, translation: page, tracked },
  };
}

describe.each(NAMES)('a file in the format %s', (format) => {
  const { write, read } = FORMATS[format];

  test('comes back as it was written, whatever it says', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    const masked = text.map((one) => one.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'));
    fc.assert(
      fc.property(fc.uniqueArray(masked, { maxLength: 6 }), masked, (units, note) => {
        const given = units.map((unit, index) => ({
          id: `${PAGE}.${index}`,
          unit: `${unit}<x id="1"/>`,
          translation: index % 2 === 0 ? `<g id="2">${unit}</g>` : undefined,
          isDoubtful: index % 4 === 0,
          note,
        }));
        const carried = (one: string) =>
          one.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
        const found = read(write(fileOf(given)));
        expect(found.units).toEqual(
          given.map(({ id, unit, translation = '', isDoubtful }) => {
            const isLossy = format === 'xliff' && carried(unit).includes('\uFFFD');
            return {
              id,
              source: isLossy ? undefined : unit,
              translation: format === 'xliff' ? carried(translation) : translation,
              isDoubtful: isDoubtful && translation !== '',
            };
          }),
        );
        expect(found.languages).toEqual(['fr']);
      }),
    );
  });

  test('brings back a translation of every unit of any page, which then is unchanged', () => {
    fc.assert(
      fc.property(blocks, (drawn) => {
        const page = inStep(pageOf(writeMarkdown(documentOf(drawn))));
        const units = listPageUnitsTask.run({ ...page, pageId: PAGE, isAll: true }) as FileUnit[];
        const translated = units.map((unit) => ({ ...unit, translation: shout(unit.unit) }));
        const { pages, open, refused } = sortUnits(read(write(fileOf(translated))).units, () => true);
        expect([open, refused]).toEqual([0, []]);
        const filled = fillPage({ ...page, filled: pages.get(PAGE) ?? [] });
        expect(filled.outcomes.filter(({ outcome }) => outcome !== 'written')).toEqual([]);
        const { page: translation, tracked } = filled.translated;
        const now = { ...page, translation, before: { source: page.source, translation, tracked } };
        expect(listPageUnitsTask.run({ ...now, pageId: PAGE, isAll: false })).toEqual([]);
        const again = listPageUnitsTask.run({ ...now, pageId: PAGE, isAll: true }) as FileUnit[];
        expect(new Set(again.map(({ translation: text }) => text))).toEqual(
          new Set(translated.map(({ translation: text }) => text)),
        );
        const back = sortUnits(read(write(fileOf(again))).units, () => true);
        const unchanged = fillPage({ ...now, filled: back.pages.get(PAGE) ?? [] });
        expect(unchanged.outcomes.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
        expect(unchanged.translated.page).toEqual(translation);
      }),
      // Each reads and writes a page several times.
      { numRuns: 10 },
    );
  });

  test('that was cut off is refused', () => {
    const whole = write(
      fileOf([{ id: 'a', unit: 'One', translation: 'Un', isDoubtful: false, note: 'title' }]),
    );
    for (let length = 1; length < whole.trimEnd().length; length += 1) {
      const cut = whole.slice(0, length);
      let units: unknown[] = [];
      try {
        ({ units } = read(cut));
      } catch (error) {
        expect(error).toBeInstanceOf(UnitFileError);
      }
      // A PO file may end between two messages.
      for (const unit of units)
        expect(unit).toMatchObject({ id: 'a', source: expect.stringMatching(/^(One)?$/) });
    }
  });
});

describe('XLIFF', () => {
  const wrap = (content: string, head = '') =>
    `<?xml version="1.0"?>${head}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">${content}</xliff>`;

  test.each([
    ['<!DOCTYPE xliff [<!ENTITY a "b">]>', 'document type'],
    ['<!DOCTYPE xliff SYSTEM "http://example.com/x.dtd">', 'document type'],
  ])('with %s is refused', (head, message) => {
    expect(() => readXliff(wrap('<file/>', head))).toThrow(message);
  });

  test.each([
    ['<file>&unknown;</file>', 'not well-formed'],
    ['<file>', 'not well-formed'],
    [`${'<g>'.repeat(300)}${'</g>'.repeat(300)}`, 'too deep'],
  ])('that says %j is refused', (content, message) => {
    expect(() => readXliff(wrap(content))).toThrow(UnitFileError);
    expect(() => readXliff(wrap(content))).toThrow(message);
  });

  test('of another version is refused', () => {
    const text = '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"/>';
    expect(() => readXliff(text)).toThrow('not a file in XLIFF 1.2');
  });

  test('is read as other programs write it', () => {
    const { units, languages } = readXliff(
      wrap(`<file target-language="fr-FR"><body><group><trans-unit id="a">
        <source>See <g id='1'>it &amp; <x id="2"></x></g></source>
        <seg-source><mrk mtype="seg">See</mrk></seg-source>
        <target state="final"><mrk mid="1" mtype="seg">Voir <g id="1">ça &#38; <x id="2"/></g></mrk></target>
        <alt-trans><source>Old</source><target>Vieux</target></alt-trans>
      </trans-unit><trans-unit id="b"><source>Two</source><target state="needs-translation"/></trans-unit>
      </group></body></file>`),
    );
    expect(languages).toEqual(['fr-FR']);
    expect(units).toEqual([
      {
        id: 'a',
        source: 'See <g id="1">it &amp; <x id="2"></x></g>',
        translation: 'Voir <g id="1">ça &amp; <x id="2"/></g>',
        isDoubtful: false,
      },
      { id: 'b', source: 'Two', translation: '', isDoubtful: true },
    ]);
  });
});

test.each(['msgid "a"\nmsgstr "b', 'nothing at all', 'msgfoo "a"', 'msgid "a\nb"\nmsgstr ""'])(
  'a PO file that says %j is refused',
  (text) => {
    expect(() => readPo(text)).toThrow(UnitFileError);
  },
);
