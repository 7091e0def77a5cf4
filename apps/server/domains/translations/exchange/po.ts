import { type GetTextTranslation, type GetTextTranslations, po } from 'gettext-parser';
import { MAX_FILE_UNITS, type ReadFile, type UnitFile, UnitFileError } from './unit-file.ts';

/** Gettext PO: the context of a message names its unit. */
export function writePo({ sourceLanguage, language, pages }: UnitFile): string {
  const translations: Record<string, Record<string, GetTextTranslation>> = {};
  for (const { title, units } of pages)
    for (const { id, unit, translation, isDoubtful, note } of units)
      translations[id] = {
        [unit]: {
          msgctxt: id,
          msgid: unit,
          msgstr: [translation ?? ''],
          comments: {
            extracted: `${title} (${note})`,
            ...(isDoubtful && translation !== undefined ? { flag: 'fuzzy' } : {}),
          },
        },
      };
  const table: GetTextTranslations = {
    charset: 'utf-8',
    headers: {
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
      Language: language,
      'X-Source-Language': sourceLanguage,
    },
    translations,
  };
  // Lines are not folded: finding where takes longer than everything else.
  return po.compile(table, { foldLength: 0 }).toString();
}

export function readPo(text: string): ReadFile {
  const { headers, translations } = parse(text);
  const units = Object.entries(translations).flatMap(([id, messages]) =>
    Object.values(messages)
      .filter(({ msgid }) => id !== '' || msgid !== '')
      .map(({ msgid, msgstr, comments }) => ({
        id,
        source: msgid,
        translation: msgstr[0] ?? '',
        isDoubtful: (comments?.flag ?? '').split(/[\s,]+/).includes('fuzzy'),
      })),
  );
  if (units.length > MAX_FILE_UNITS) throw new UnitFileError(`It has more than ${MAX_FILE_UNITS} messages.`);
  const language = headers?.Language ?? headers?.language;
  return { languages: language ? [language] : [], units };
}

function parse(
  text: string,
): Partial<Pick<GetTextTranslations, 'headers'>> & Pick<GetTextTranslations, 'translations'> {
  const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  // The parser takes a string that is cut off for one that ends there.
  if (!last.endsWith('"') && !last.startsWith('#'))
    throw new UnitFileError('It ends in the middle of a message.');
  try {
    return po.parse(text, { validation: true });
  } catch (error) {
    // All errors of the parser are problems of the file.
    throw new UnitFileError(`It is not a PO file: ${(error as Error).message}`);
  }
}
