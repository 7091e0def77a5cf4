import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { MAX_FILE_UNITS, type ReadFile, type ReadUnit, type UnitFile, UnitFileError } from './unit-file.ts';

/**
 * XLIFF 1.2, whose inline elements `<x/>` and `<g>` are also the placeholders of masked texts, so that a unit can be
 * written into a `<source>` unchanged.
 */
const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';

/** Characters that XML cannot contain. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const REPLACEMENT = '\uFFFD';

const escapeAttribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const plain = (text: string): string => escapeAttribute(text).replace(FORBIDDEN, REPLACEMENT);
/** Escapes carriage returns, which would be read as line feeds. */
const content = (unit: string): string => unit.replace(FORBIDDEN, REPLACEMENT).replace(/\r/g, '&#13;');

export function writeXliff({ sourceLanguage, language, pages }: UnitFile): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<xliff version="1.2" xmlns="${NAMESPACE}">`];
  for (const { pageId, title, units } of pages) {
    lines.push(
      `  <file original="${pageId}" datatype="plaintext" source-language="${sourceLanguage}" target-language="${language}">`,
      `    <header><note>${plain(title)}</note></header>`,
      '    <body>',
    );
    for (const { id, unit, translation, isDoubtful, note } of units) {
      lines.push(
        `      <trans-unit id="${id}" xml:space="preserve">`,
        `        <source>${content(unit)}</source>`,
      );
      if (translation !== undefined) {
        const state = isDoubtful ? 'needs-review-translation' : 'translated';
        lines.push(`        <target state="${state}">${content(translation)}</target>`);
      }
      lines.push(`        <note>${plain(note)}</note>`, '      </trans-unit>');
    }
    lines.push('    </body>', '  </file>');
  }
  lines.push('</xliff>', '');
  return lines.join('\n');
}

/** States in which a translation waits for a person. */
const isDoubtfulState = (state: string | undefined): boolean =>
  state === 'new' || /^needs-/.test(state ?? '');

const MAX_DEPTH = 200;

/** Reads a file in one pass. There are no entities but those of XML itself, and no document type. */
export function readXliff(text: string): ReadFile {
  const reader = createReader();
  const parser = new SaxesParser({ xmlns: true, position: true });
  parser.on('error', (error) => {
    throw new UnitFileError(`It is not well-formed XML: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new UnitFileError('It has a document type, which is not allowed in files for translation.');
  });
  parser.on('opentag', ({ local, uri, attributes, isSelfClosing }) =>
    reader.open({ local, uri, attributes, isSelfClosing }),
  );
  parser.on('closetag', ({ local, isSelfClosing }) => reader.close(local, isSelfClosing));
  parser.on('text', (words) => reader.addText(words));
  parser.on('cdata', (words) => reader.addText(words));
  parser.write(text).close();
  return reader.finish();
}

interface OpenTag {
  local: string;
  uri: string;
  attributes: Record<string, SaxesAttributeNS>;
  isSelfClosing: boolean;
}

interface OpenUnit {
  id: string;
  source: string[] | undefined;
  target: string[] | undefined;
  isDoubtful: boolean;
}

function createReader() {
  const path: string[] = [];
  const languages = new Set<string>();
  const units: ReadUnit[] = [];
  let unit: OpenUnit | undefined;
  /** The content of the source or target that is open, as a masked text. */
  let masked: string[] | undefined;
  let maskedDepth = 0;

  function openUnit(id: string): void {
    if (units.length === MAX_FILE_UNITS) throw new UnitFileError(`It has more than ${MAX_FILE_UNITS} units.`);
    unit = { id, source: undefined, target: undefined, isDoubtful: false };
  }

  function open({ local, uri, attributes, isSelfClosing }: OpenTag): void {
    const parent = path.at(-1);
    path.push(local);
    if (path.length === 1 && (local !== 'xliff' || uri !== NAMESPACE))
      throw new UnitFileError('It is not a file in XLIFF 1.2.');
    if (path.length > MAX_DEPTH) throw new UnitFileError('Its elements are nested too deeply.');
    if (masked) masked.push(writeTag(local, attributes.id?.value, isSelfClosing));
    else if (local === 'file') languages.add(attributes['target-language']?.value ?? '');
    else if (local === 'trans-unit') openUnit(attributes.id?.value ?? '');
    else if (unit && parent === 'trans-unit' && (local === 'source' || local === 'target')) {
      masked = [];
      maskedDepth = path.length;
      unit[local] = masked;
      if (local === 'target') unit.isDoubtful = isDoubtfulState(attributes.state?.value);
    }
  }

  function close(local: string, isSelfClosing: boolean): void {
    if (masked && path.length === maskedDepth) masked = undefined;
    else if (masked && !isSelfClosing && local !== 'mrk') masked.push(`</${local}>`);
    else if (local === 'trans-unit' && unit) {
      const { id, source, target, isDoubtful } = unit;
      units.push({
        id,
        source: comparable(source?.join('')),
        translation: target?.join('') ?? '',
        isDoubtful,
      });
      unit = undefined;
    }
    path.pop();
  }

  return {
    open,
    close,
    addText(words: string): void {
      masked?.push(words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'));
    },
    finish: (): ReadFile => ({ languages: [...languages].filter((language) => language !== ''), units }),
  };
}

/** Omits the marks of programs that split units into sentences. Other elements are checked as placeholders later. */
function writeTag(local: string, id: string | undefined, isSelfClosing: boolean): string {
  if (local === 'mrk') return '';
  return `<${local}${id === undefined ? '' : ` id="${id}"`}${isSelfClosing ? '/' : ''}>`;
}

/** Returns undefined if a source has characters that XML could not contain, so that it cannot be compared. */
const comparable = (source: string | undefined): string | undefined =>
  source?.includes(REPLACEMENT) ? undefined : source;
