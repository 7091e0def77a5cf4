import { buffer } from 'node:stream/consumers';
import {
  attributeOf,
  descendantsOf,
  elementsOf,
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  type parseHtml,
  removeElement,
  removeElements,
} from '@lectern/html/html-tree';
import { cutText } from '@lectern/std/cut-text';
import { fromBufferPromise } from 'yauzl';
import type { InlineImage } from '../../html/convert-html.ts';
import { Numbering, readStyles } from './numbering.ts';
import { ParagraphPlaces } from './paragraph-places.ts';
import { BULLET_LIST, HEADING_STYLE, ITEM_MARK, ORDERED_LIST, prepareText } from './prepare-document.ts';
import type { Preparation } from './unfold-elements.ts';
import {
  childrenOf,
  elementsWithin,
  parseXml,
  textWithin,
  writeXml,
  type XmlElement,
  xmlAttribute,
} from './xml.ts';

/** The parts of a document together: text, styles, images. */
const MAX_UNPACKED_BYTES = 300_000_000;
const MAX_PARTS = 10_000;

const LEVELS = Array.from({ length: 9 }, (_, level) => level);

/** The elements for the built-in styles of Word, for deep lists, and for the styles that are added. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "r[style-name='Code'] => code",
  "r[style-name='HTML Code'] => code",
  ...[1, 2, 3, 4, 5, 6].map((level) => `p.${HEADING_STYLE}${level} => h${level}:fresh`),
  ...LEVELS.slice(5).flatMap((level) => {
    const above = 'ul|ol > li > '.repeat(level);
    return [
      `p:unordered-list(${level + 1}) => ${above}ul > li:fresh`,
      `p:ordered-list(${level + 1}) => ${above}ol > li:fresh`,
    ];
  }),
];

export interface DocxHtml {
  html: string;
  problems: { line?: number | undefined; reason: string; message: string }[];
  places: ParagraphPlaces;
}

/** Turns a document into HTML, whose lists and bookmarks `finishHtml` completes. Throws if it is none. */
export async function readDocx(bytes: Buffer, keepImage: (image: InlineImage) => string): Promise<DocxHtml> {
  const parts = await unpackParts(bytes);
  const problems = new Map<string, DocxHtml['problems'][number]>();
  const places = new ParagraphPlaces();
  const report = (reason: string, message: string, line: number | undefined): void => {
    problems.set(`${line} ${message}`, { line, reason, message });
  };
  prepareParts(parts, places, report);
  // The library is loaded only for Word documents, which most imports do not have.
  const { default: mammoth } = await import('mammoth');
  const { value, messages } = await mammoth.convertToHtml({ file: fileOf(parts) } as never, {
    styleMap: STYLES,
    convertImage: mammoth.images.imgElement(async (image) => ({
      src: keepImage({ contentType: image.contentType, bytes: await image.readAsBuffer() }),
    })),
  });
  for (const { message } of messages)
    if (!message.includes(HEADING_STYLE)) report('docx', message, places.lineOfMessage(message));
  return { html: value, problems: [...problems.values()], places };
}

/** Unpacks a document. Throws if its parts are too large, or larger than they declare. */
async function unpackParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  let unpacked = 0;
  let packed = 0;
  if (zip.entryCount > MAX_PARTS) throw new Error('it has too many parts');
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > MAX_UNPACKED_BYTES || packed > bytes.length) throw new Error('its parts are too large');
    if (entry.fileName.endsWith('/')) continue;
    // It fails where a part is larger than it declares.
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

/** The parts as the library reads them. */
const fileOf = (parts: ReadonlyMap<string, Buffer>) => ({
  exists: (name: string) => parts.has(name),
  async read(name: string, encoding?: string) {
    const bytes = parts.get(name);
    if (!bytes) throw new Error(`it has no part ${name}`);
    if (encoding === undefined) return bytes;
    return encoding === 'base64' ? bytes.toString('base64') : new TextDecoder(encoding).decode(bytes);
  },
});

/** The parts with a content type that ends so, as `[Content_Types].xml` lists them. */
function findParts(parts: ReadonlyMap<string, Buffer>, type: string): string[] {
  const listed = childrenOf(parsePart(parts, '[Content_Types].xml'), 'Override')
    .filter((part) => xmlAttribute(part, 'ContentType')?.endsWith(`.${type}+xml`))
    .map((part) => xmlAttribute(part, 'PartName')?.replace(/^\//, '') ?? '');
  return listed.length > 0 ? listed : [`word/${type.replace(/\.main$/, '')}.xml`];
}

function parsePart(parts: ReadonlyMap<string, Buffer>, name: string): XmlElement | undefined {
  const bytes = parts.get(name);
  if (!bytes) return undefined;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = !isUtf16 ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return parseXml(new TextDecoder(encoding).decode(bytes));
}

function prepareParts(
  parts: Map<string, Buffer>,
  places: ParagraphPlaces,
  reportAt: (reason: string, message: string, line: number | undefined) => void,
): void {
  const report: Preparation['report'] = (reason, message) => reportAt(reason, message, places.line);
  const read = (type: string): XmlElement | undefined => parsePart(parts, findParts(parts, type)[0] ?? '');
  const styles = readStyles(read('styles'));
  const preparation = { styles, numbering: new Numbering(read('numbering'), styles), report, places };
  for (const type of ['document.main', 'footnotes', 'endnotes'])
    for (const name of findParts(parts, type)) {
      const root = parsePart(parts, name);
      if (!root) continue;
      if (type === 'document.main') places.addBody(root);
      else places.addNotes(root);
      prepareText(root, preparation);
      parts.set(name, Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${writeXml(root)}`));
    }
  for (const name of findParts(parts, 'numbering')) parts.set(name, Buffer.from(NUMBERING));
  for (const comment of childrenOf(read('comments'), 'w:comment')) {
    const author = xmlAttribute(comment, 'author');
    const text = cutText(textWithin(comment).replace(/\s+/g, ' ').trim(), MAX_COMMENT);
    const line = places.lineOfComment(xmlAttribute(comment, 'id'));
    reportAt('comment', `A comment${author ? ` by ${author}` : ''} was left out: “${text}”.`, line);
  }
  for (const [type, words] of [
    ['header', 'Headers'],
    ['footer', 'Footers'],
  ] as const)
    if (findParts(parts, type).some((name) => hasText(parsePart(parts, name))))
      reportAt('left-out', `${words} of the printed pages were left out.`, undefined);
}

const MAX_COMMENT = 300;

const hasText = (root: XmlElement | undefined): boolean =>
  root !== undefined &&
  [...elementsWithin(root)].some(({ name, children }) => name === 'w:t' && children.length > 0);

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** All lists are one of two: their numbers are in marks. */
const NUMBERING = `<w:numbering xmlns:w="${MAIN}">${[
  [ORDERED_LIST, 'decimal'],
  [BULLET_LIST, 'bullet'],
]
  .map(
    ([id, format]) =>
      `<w:abstractNum w:abstractNumId="${id}">${LEVELS.map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')}</w:abstractNum>`,
  )
  .join('')}${[ORDERED_LIST, BULLET_LIST]
  .map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
  .join('')}</w:numbering>`;

type HtmlDocument = ReturnType<typeof parseHtml>;

const NOTE_MARK = ['\ue012', '\ue013'] as const;
const markOf = (index: number): string => `${NOTE_MARK[0]}${index}${NOTE_MARK[1]}`;

/** Completes the HTML of a document: lists begin with their numbers, and notes leave the text. */
export function finishHtml(document: HtmlDocument): HtmlElement[] {
  const parents = new Set<HtmlElement>();
  for (const { tagName, parentNode } of descendantsOf(document))
    if (tagName === 'ol' && parentNode && isElement(parentNode)) parents.add(parentNode);
  for (const parent of parents)
    parent.childNodes = parent.childNodes.flatMap((node) =>
      isElement(node) && node.tagName === 'ol' ? splitList(node) : [node],
    );
  const notes = new Map<string, HtmlElement>();
  for (const element of [...descendantsOf(document)]) {
    const id = attributeOf(element, 'id');
    if (element.tagName === 'li' && id !== undefined && /^(?:foot|end)note-/.test(id)) notes.set(id, element);
  }
  const used: HtmlElement[] = [];
  for (const element of [...descendantsOf(document)]) {
    const link = element.tagName === 'sup' ? elementsOf(element)[0] : undefined;
    const note = link && notes.get(attributeOf(link, 'href')?.slice(1) ?? '');
    if (!note) continue;
    used.push(note);
    element.tagName = 'span';
    element.nodeName = 'span';
    element.childNodes = [];
    addText(element, markOf(used.length));
  }
  const lists = new Set<HtmlElement>();
  const removed: HtmlElement[] = [];
  for (const note of notes.values()) {
    const back = findElement(note, ({ tagName, attrs }) => tagName === 'a' && attrs.some(isBackLink));
    if (back) removed.push(back);
    removed.push(note);
    lists.add(note.parentNode as HtmlElement);
  }
  removeElements(removed);
  removeElements([...lists].filter((list) => elementsOf(list).length === 0));
  return used;
}

const isBackLink = ({ name, value }: { name: string; value: string }): boolean =>
  name === 'href' && /^#(?:foot|end)note-ref-/.test(value);

function addText(parent: HtmlElement, value: string): void {
  parent.childNodes.push({ nodeName: '#text', value, parentNode: parent } as HtmlNode);
}

/** Splits a list where its numbers do not go on, and sets the number with which each begins. */
function splitList(list: HtmlElement): HtmlElement[] {
  const lists: { key: string; last: number; element: HtmlElement }[] = [];
  for (const item of elementsOf(list)) {
    const mark = item.childNodes.find(
      (node): node is HtmlElement =>
        isElement(node) && attributeOf(node, 'id')?.startsWith(ITEM_MARK) === true,
    );
    if (mark) removeElement(mark);
    const [, key = '', value = ''] = mark ? (attributeOf(mark, 'id') ?? '').split(':') : [];
    const last = lists.at(-1);
    const number = mark ? Number(value) : (last?.last ?? 0) + 1;
    if (last && (!mark || (last.key === key && number === last.last + 1))) {
      last.last = number;
      last.element.childNodes.push(item);
      item.parentNode = last.element;
      continue;
    }
    const attrs = number === 1 ? [] : [{ name: 'start', value: String(number) }];
    const element = { ...list, attrs, childNodes: [item] };
    item.parentNode = element;
    lists.push({ key, last: number, element });
  }
  return lists.map(({ element }) => element);
}

/** Writes the anchors and notes that `BOOKMARK_MARK` and `NOTE_MARK` represent in the Markdown. */
export function writeMarks(markdown: string, notes: readonly string[]): string {
  const text = markdown
    .replace(/\ue010([^\ue010\ue011]*)\ue011/g, (_, name: string) =>
      /^[\p{L}\p{N}_.:-]{1,200}$/u.test(name) ? `<a id="${name}"></a>` : '',
    )
    .replace(/\ue012(\d{1,9})\ue013/g, '[^$1]');
  const definitions = notes.map(
    (note, at) => `[^${at + 1}]: ${note.trim().replace(/\n(?=[^\n])/g, '\n    ')}\n`,
  );
  return definitions.length === 0 ? text : `${text.trimEnd()}\n\n${definitions.join('\n')}`;
}
