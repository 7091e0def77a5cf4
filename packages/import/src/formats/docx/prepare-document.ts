import { cutText } from '@lectern/std/cut-text';
import { decodeXML } from 'entities';
import { BOX, dropFields, MAX_QUOTE, type Preparation, textOf, unfold } from './unfold-elements.ts';
import {
  childOf,
  elementsWithin,
  isXmlElement,
  makeXml,
  textWithin,
  valOf,
  type XmlElement,
  type XmlNode,
  xmlAttribute,
} from './xml.ts';

/** The number of a list item, in a bookmark that begins it: `lectern-item:<list>:<number>`. */
export const ITEM_MARK = 'lectern-item:';
/** Stands around the name of a bookmark in the text. */
const BOOKMARK_MARK = ['\ue010', '\ue011'] as const;
/** The styles of headings that only their outline level identifies. */
export const HEADING_STYLE = 'LecternHeading';
/** The list that all items with and without numbers belong to. */
export const ORDERED_LIST = '1';
export const BULLET_LIST = '2';
/** Of the levels of Word, 0 to 8. */
const MAX_LEVEL = 8;
const MAX_HEADING = 6;

/** Prepares a part with text: the body, or the footnotes. Changes its elements. */
export function prepareText(root: XmlElement, preparation: Preparation): void {
  unfold(root, preparation);
  dropFields(root, preparation);
  reportChanges(root, preparation);
  keepBookmarks(root);
  const body = childOf(root, 'w:body') ?? root;
  prepareBlocks(body.children, preparation, []);
}

const DELETIONS = 'The document has tracked changes; text that was deleted or moved away was left out';

function reportChanges(root: XmlElement, { report, places }: Preparation): void {
  for (const element of elementsWithin(root)) {
    places.enter(element);
    if (element.name !== 'w:del' && element.name !== 'w:moveFrom') continue;
    const text = textWithin(element, ['w:delText', 'w:t']).replace(/\s+/g, ' ').trim();
    report('tracked-changes', text === '' ? `${DELETIONS}.` : `${DELETIONS}: “${cutText(text, MAX_QUOTE)}”.`);
  }
}

/** Keeps the bookmarks that something leads to: a heading's as its anchor, another's as an anchor in the text. */
function keepBookmarks(root: XmlElement): void {
  const wanted = new Set<string>();
  for (const element of elementsWithin(root)) {
    const anchor = element.name === 'w:hyperlink' ? xmlAttribute(element, 'anchor') : undefined;
    if (anchor !== undefined) wanted.add(anchor);
    if (element.name !== 'w:instrText') continue;
    const text = decodeXML(element.children.filter((child) => typeof child === 'string').join(''));
    const named = /\\l\s+"([^"]*)"/.exec(text)?.[1];
    if (named !== undefined) wanted.add(named);
  }
  for (const element of elementsWithin(root))
    element.children = element.children.filter(
      (child) =>
        !isXmlElement(child) ||
        child.name !== 'w:bookmarkStart' ||
        wanted.has(xmlAttribute(child, 'name') ?? ''),
    );
}

/** Prepares the paragraphs in some blocks. `open`: the levels of the list that goes on, outermost first. */
function prepareBlocks(nodes: readonly XmlNode[], preparation: Preparation, open: number[]): void {
  for (const node of nodes) {
    if (!isXmlElement(node)) continue;
    if (node.name === 'w:p') prepareParagraph(node, preparation, open);
    else if (node.name === 'w:tbl' || node.name === 'w:tr') {
      open.length = 0;
      prepareBlocks(node.children, preparation, open);
      open.length = 0;
    } else if (node.name === 'w:tc' || node.name === 'w:footnote' || node.name === 'w:endnote')
      prepareBlocks(node.children, preparation, []);
  }
}

function prepareParagraph(paragraph: XmlElement, preparation: Preparation, open: number[]): void {
  const { styles, numbering, report, places } = preparation;
  places.enter(paragraph);
  const inner = [...elementsWithin(paragraph, BOX)];
  const boxes = inner.filter(({ name }) => name === BOX);
  const properties = childOf(paragraph, 'w:pPr');
  const style = styles(valOf(properties, 'w:pStyle'));
  // The content of a paragraph with a deleted end belongs to the next one.
  const isJoined = childOf(childOf(properties, 'w:rPr'), 'w:del') !== undefined;
  const isEmpty = !inner.some(({ name }) => CONTENT.has(name));
  const number = isJoined ? undefined : numbering.next(paragraph, style);
  const heading = headingLevelOf(properties, style);
  if (heading !== undefined) {
    open.length = 0;
    setProperties(
      paragraph,
      ['numPr', 'pStyle'],
      [makeXml(paragraph, 'pStyle', { val: HEADING_STYLE + heading })],
    );
  } else if (number && number.format !== 'none' && !isBuiltInHeading(style)) {
    const isBullet = number.format === 'bullet';
    if (!isBullet && number.format !== 'decimal' && number.format !== 'decimalZero')
      report('numbering-format', 'Lists with letters or Roman numerals have numbers.');
    while (open.length > 0 && (open.at(-1) as number) > number.level) open.pop();
    if (open.at(-1) !== number.level) open.push(number.level);
    const level = String(Math.min(open.length - 1, MAX_LEVEL));
    const list = makeXml(paragraph, 'numPr', {}, [
      makeXml(paragraph, 'ilvl', { val: level }),
      makeXml(paragraph, 'numId', { val: isBullet ? BULLET_LIST : ORDERED_LIST }),
    ]);
    setProperties(paragraph, ['numPr', 'pStyle'], [list]);
    if (!isBullet) addMark(paragraph, `${ITEM_MARK}${number.key}:${number.value}`);
  } else {
    if (!isEmpty) open.length = 0;
    setProperties(paragraph, ['numPr'], []);
  }
  if (heading === undefined && !isBuiltInHeading(style)) writeBookmarks(paragraph);
  for (const box of boxes) prepareBlocks(box.children, preparation, []);
}

const CONTENT = new Set(['w:t', 'w:drawing', 'w:pict', 'w:object', 'w:sym', 'w:footnoteReference']);

/** Word has nine built-in headings; the library knows six. */
const isBuiltInHeading = (style: ReturnType<Preparation['styles']>): boolean =>
  style !== undefined && /^(?:heading [1-6]|title)$/.test(style.name);

/** The level of a paragraph that is a heading by its outline level, or by a style that is based on a heading. */
function headingLevelOf(
  properties: XmlElement | undefined,
  style: ReturnType<Preparation['styles']>,
): number | undefined {
  if (isBuiltInHeading(style)) return undefined;
  const written = valOf(properties, 'w:outlineLvl');
  const level = written === undefined ? style?.outlineLevel : Number(written);
  return level !== undefined && level >= 0 && level < 9 ? Math.min(level + 1, MAX_HEADING) : undefined;
}

/** Replaces properties of a paragraph. */
function setProperties(paragraph: XmlElement, names: readonly string[], added: readonly XmlElement[]): void {
  const properties = childOf(paragraph, 'w:pPr');
  if (!properties && added.length === 0) return;
  const isReplaced = (node: XmlNode): boolean =>
    isXmlElement(node) && names.some((name) => node.name === `w:${name}`);
  if (properties)
    properties.children = [...added, ...properties.children.filter((node) => !isReplaced(node))];
  else paragraph.children.unshift(makeXml(paragraph, 'pPr', {}, [...added]));
}

/** Adds a bookmark at the beginning of a paragraph. */
function addMark(paragraph: XmlElement, name: string): void {
  const at = paragraph.children.findIndex((node) => isXmlElement(node) && node.name === 'w:pPr');
  paragraph.children.splice(at + 1, 0, makeXml(paragraph, 'bookmarkStart', { id: '0', name }));
}

/** Turns bookmarks into text, which becomes an anchor. */
function writeBookmarks(paragraph: XmlElement): void {
  const [before, after] = BOOKMARK_MARK;
  paragraph.children = paragraph.children.map((node) => {
    const isBookmark = isXmlElement(node) && node.name === 'w:bookmarkStart';
    const name = isBookmark ? (xmlAttribute(node, 'name') ?? '') : '';
    if (!isBookmark || name.startsWith(ITEM_MARK)) return node;
    return makeXml(node, 'r', {}, [textOf(node, `${before}${name}${after}`)]);
  });
}
