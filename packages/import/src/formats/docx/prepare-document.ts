import { decodeXML } from 'entities';
import type { Numbering, readStyles } from './numbering.ts';
import {
  childOf,
  childrenOf,
  elementsWithin,
  escapeXml,
  isOn,
  isXmlElement,
  makeXml,
  textWithin,
  valOf,
  type XmlElement,
  type XmlNode,
  xmlAttribute,
} from './xml.ts';

/** What the library that reads Word documents does not know, and so has to stand in them in another form. */
export interface Preparation {
  styles: ReturnType<typeof readStyles>;
  numbering: Numbering;
  /** Reports once for each message that something is not imported. */
  report(reason: string, message: string): void;
}

/** The number of a list item, in a bookmark that begins it: `lectern-item:<list>:<number>`. */
export const ITEM_MARK = 'lectern-item:';
/** Stands around the name of a bookmark in the text. */
const BOOKMARK_MARK = ['\ue010', '\ue011'] as const;
/** The styles for headings that only their outline level tells. */
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

/** Elements whose content stands in their place. */
const CONTAINERS = new Set(['w:dir', 'w:bdo', 'w:smartTag', 'w:customXml', 'w:ins', 'w:moveTo']);

/** Replaces elements that the library does not read by their content. */
function unfold(element: XmlElement, preparation: Preparation): void {
  const children: XmlNode[] = [];
  const waiting = [...element.children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const replaced = isXmlElement(node) ? replace(node, preparation) : undefined;
    if (replaced) for (let at = replaced.length - 1; at >= 0; at -= 1) waiting.push(replaced[at] as XmlNode);
    else children.push(node);
  }
  element.children = children;
  for (const child of children) if (isXmlElement(child)) unfold(child, preparation);
}

/** What stands in place of an element; undefined if it stays. */
function replace(element: XmlElement, { report, styles }: Preparation): XmlNode[] | undefined {
  const { name, children } = element;
  if (CONTAINERS.has(name)) {
    if (name === 'w:ins') report('tracked-changes', INSERTIONS);
    return children;
  }
  switch (name) {
    case 'mc:AlternateContent': {
      const fallback = childOf(element, 'mc:Fallback');
      const read = fallback?.children.some(isXmlElement) ? fallback : childOf(element, 'mc:Choice');
      return read?.children ?? [];
    }
    case 'w:drawing':
      return replaceDrawing(element, report);
    case 'w:fldSimple':
      return replaceField(element);
    case 'w:cr':
      return [makeXml(element, 'br')];
    case 'w:ptab':
      return [makeXml(element, 'tab')];
    case 'w:ruby':
      return replaceRuby(element);
    case 'w:sdt':
      return replaceControl(element, report);
    case 'm:oMathPara':
      return childrenOf(element, 'm:oMath');
    case 'm:oMath': {
      report('formula-as-text', 'Formulas were imported as text.');
      return [makeXml(element, 'r', {}, [textOf(element, textWithin(element, ['m:t', 'w:t']))])].map(
        withWord,
      );
    }
    case 'w:altChunk':
    case 'w:subDoc':
      report('unsupported-element', 'A document that is embedded in the document was left out.');
      return [];
    case 'o:OLEObject':
      report('unsupported-element', 'An embedded object was left out; its preview was kept.');
      return [];
    case 'w:r':
      return replaceHidden(element, { report, styles });
    default:
      return undefined;
  }
}

const INSERTIONS = 'The document has tracked changes: insertions were accepted.';
const DELETIONS = 'The document has tracked changes: text that was deleted or moved away was left out.';

/** Elements made beside those of another namespace have the usual prefix. */
function withWord(element: XmlElement): XmlElement {
  element.tag = element.name;
  for (const child of element.children) if (isXmlElement(child)) withWord(child);
  return element;
}

const textOf = (like: XmlElement, text: string): XmlElement => ({
  ...makeXml(like, 't', {}, [escapeXml(text)]),
  written: ' xml:space="preserve"',
});

const BOX = 'w:txbxContent';

/** Text boxes stand after their paragraph. */
function replaceDrawing(drawing: XmlElement, report: Preparation['report']): XmlNode[] | undefined {
  const inner = [...elementsWithin(drawing, BOX)];
  const boxes = inner.filter(({ name }) => name === BOX);
  if (boxes.length > 0) return [makeXml(drawing, 'pict', {}, boxes)];
  if (inner.some(({ name }) => name === 'c:chart'))
    report('unsupported-element', 'A chart was left out. Insert it as an image.');
  else if (inner.some(({ name }) => name.startsWith('dgm:')))
    report('unsupported-element', 'A SmartArt graphic was left out. Insert it as an image.');
  else return undefined;
  return [];
}

function replaceField(field: XmlElement): XmlNode[] {
  const instruction = xmlAttribute(field, 'instr') ?? '';
  if (DROPPED_FIELDS.has(kindOf(instruction))) return [];
  const anchor = /^\s*HYPERLINK\s+\\l\s+"([^"]*)"/i.exec(instruction)?.[1];
  return anchor === undefined ? field.children : [makeXml(field, 'hyperlink', { anchor }, field.children)];
}

/** The text, with the one above it in parentheses. */
function replaceRuby(ruby: XmlElement): XmlNode[] {
  const above = childOf(ruby, 'w:rt');
  const text = above ? textWithin(above) : '';
  const base = childOf(ruby, 'w:rubyBase')?.children ?? [];
  // It stands in a run, which cannot hold the runs of the base.
  const inner = base.flatMap((run) => (isXmlElement(run) ? run.children.filter(isNoProperty) : []));
  return text === '' ? inner : [...inner, textOf(ruby, `(${text})`)];
}

const isNoProperty = (node: XmlNode): boolean => !isXmlElement(node) || node.name !== 'w:rPr';

/** A content control: its content, without a generated table of contents. */
function replaceControl(control: XmlElement, report: Preparation['report']): XmlNode[] {
  const gallery = childOf(childOf(control, 'w:sdtPr'), 'w:docPartObj');
  if (valOf(gallery, 'w:docPartGallery') === 'Table of Contents') {
    report('left-out', CONTENTS);
    return [];
  }
  return childOf(control, 'w:sdtContent')?.children ?? [];
}

const CONTENTS = 'A generated table of contents or index was left out.';

/** Text that Word does not show is not shown here either. */
function replaceHidden(
  run: XmlElement,
  { styles, report }: Pick<Preparation, 'styles' | 'report'>,
): XmlNode[] | undefined {
  const properties = childOf(run, 'w:rPr');
  const own = childOf(properties, 'w:vanish');
  const isHidden = own
    ? isOn(properties, 'w:vanish')
    : styles(valOf(properties, 'w:rStyle'))?.isHidden === true;
  if (!isHidden || textWithin(run) === '') return undefined;
  report('hidden-text', 'Text that is hidden in the document was left out.');
  // The marks of fields belong together.
  run.children = run.children.filter(isFieldMark);
  return run.children.length === 0 ? [] : undefined;
}

const isFieldMark = (node: XmlNode): boolean =>
  isXmlElement(node) && (node.name === 'w:fldChar' || node.name === 'w:instrText');

/** Fields whose text is generated from the pages of the printed document, or shows nothing. */
const DROPPED_FIELDS = new Set(
  'TOC INDEX TOA PAGEREF PAGE NUMPAGES SECTIONPAGES SECTION XE TC TA RD'.split(' '),
);

const kindOf = (instruction: string): string => /^\s*(\S*)/.exec(instruction)?.[1]?.toUpperCase() ?? '';

/** Removes the text of generated fields, which may go over many paragraphs. */
function dropFields(root: XmlElement, { report }: Preparation): void {
  const open: { instruction: string; isDropped: boolean }[] = [];
  for (const run of elementsWithin(root)) {
    if (run.name !== 'w:r') continue;
    run.children = run.children.filter((child) => {
      if (!isXmlElement(child)) return true;
      const field = open.at(-1);
      if (child.name === 'w:instrText' && field)
        field.instruction += child.children.filter((text) => typeof text === 'string').join('');
      else if (child.name !== 'w:fldChar')
        return child.name === 'w:rPr' || !open.some((one) => one.isDropped);
      const type = child.name === 'w:fldChar' ? xmlAttribute(child, 'fldCharType') : undefined;
      if (type === 'begin') open.push({ instruction: '', isDropped: false });
      else if (type === 'separate' && field) {
        const kind = kindOf(decodeXML(field.instruction));
        field.isDropped = DROPPED_FIELDS.has(kind);
        if (/^(?:TOC|INDEX|TOA)$/.test(kind)) report('left-out', CONTENTS);
        else if (field.isDropped && open.length === 1)
          report('left-out', 'Numbers of pages in the text were left out.');
      } else if (type === 'end') open.pop();
      return true;
    });
  }
}

function reportChanges(root: XmlElement, { report }: Preparation): void {
  for (const { name } of elementsWithin(root))
    if (name === 'w:del' || name === 'w:moveFrom') report('tracked-changes', DELETIONS);
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
  const { styles, numbering, report } = preparation;
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
