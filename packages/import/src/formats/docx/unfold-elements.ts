import { cutText } from '@lectern/std/cut-text';
import { decodeXML } from 'entities';
import type { Numbering, readStyles } from './numbering.ts';
import type { ParagraphPlaces } from './paragraph-places.ts';
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

/** Elements that the library for Word documents does not know, and that are therefore rewritten before. */
export interface Preparation {
  styles: ReturnType<typeof readStyles>;
  numbering: Numbering;
  places: ParagraphPlaces;
  /** Reports once for each message and paragraph that something is not imported. */
  report(reason: string, message: string): void;
}

/** The longest text that is quoted in a problem. */
export const MAX_QUOTE = 300;

/** The content of a text box. */
export const BOX = 'w:txbxContent';

/** Elements that are replaced by their content. */
const CONTAINERS = new Set(['w:dir', 'w:bdo', 'w:smartTag', 'w:customXml', 'w:ins', 'w:moveTo']);

/** Elements that may contain paragraphs, and are replaced. */
const AROUND_PARAGRAPHS = new Set(['w:sdt', 'w:customXml', 'w:ins', 'w:moveTo', 'w:altChunk', 'w:subDoc']);

/** Replaces elements that the library does not read by their content. */
export function unfold(element: XmlElement, preparation: Preparation): void {
  preparation.places.enter(element);
  const children: XmlNode[] = [];
  const waiting = [...element.children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isXmlElement(node) && AROUND_PARAGRAPHS.has(node.name)) preparation.places.enterFirst(node);
    const replaced = isXmlElement(node) ? replace(node, preparation) : undefined;
    if (replaced) for (let at = replaced.length - 1; at >= 0; at -= 1) waiting.push(replaced[at] as XmlNode);
    else children.push(node);
  }
  element.children = children;
  for (const child of children) if (isXmlElement(child)) unfold(child, preparation);
}

/** The replacement of an element; undefined if it stays. */
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

/** Elements made beside those of another namespace have the usual prefix. */
function withWord(element: XmlElement): XmlElement {
  element.tag = element.name;
  for (const child of element.children) if (isXmlElement(child)) withWord(child);
  return element;
}

export const textOf = (like: XmlElement, text: string): XmlElement => ({
  ...makeXml(like, 't', {}, [escapeXml(text)]),
  written: ' xml:space="preserve"',
});

/** Text boxes follow their paragraph. */
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
  // It is in a run, which cannot contain the runs of the base.
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
  const text = cutText(textWithin(run).replace(/\s+/g, ' '), MAX_QUOTE);
  report('hidden-text', `Text that is hidden in the document was left out: “${text}”.`);
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
export function dropFields(root: XmlElement, { report, places }: Preparation): void {
  const open: { instruction: string; isDropped: boolean }[] = [];
  for (const run of elementsWithin(root)) {
    places.enter(run);
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
