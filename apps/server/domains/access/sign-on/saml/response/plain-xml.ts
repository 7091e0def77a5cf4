import { SignOnRefusal } from '../../refusal.ts';

/** Directories may send every group of a user, so the limit is generous. */
const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 40;
/** Counted by their equals signs, of which values may have some too. */
const MAX_ATTRIBUTES = 10_000;
const MAX_TAG_LENGTH = 16_384;

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^<"]*"|'[^<']*')`;
const DECLARATION = /^<\?xml\s[^<>?]*\?>/;
const TEXT = /[^<]*/y;
const START_TAG = new RegExp(`<(${NAME})(?:${ATTRIBUTE})*\\s*(/?)>`, 'y');
const END_TAG = new RegExp(`</(${NAME})\\s*>`, 'y');
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Throws a refusal unless a text is XML of elements, attributes and text alone, nested as it should be. Asked before
 * any parser sees the text: what parsers disagree about or expand – document types, entities, comments, instructions,
 * sections of raw text – never gets to one. Takes time in proportion to the length.
 */
export function assertPlainXml(xml: string): void {
  if (CONTROL.test(xml)) throw new SignOnRefusal('not-xml', 'control character');
  assertReferences(xml);
  let at = DECLARATION.exec(xml)?.[0].length ?? 0;
  const open: string[] = [];
  let elements = 0;
  let attributes = 0;
  while (at < xml.length) {
    const text = match(TEXT, xml, at)?.[0] ?? '';
    if (open.length === 0 && text.trim() !== '')
      throw new SignOnRefusal('not-xml', 'text beside the element');
    at += text.length;
    if (at === xml.length) break;
    const start = match(START_TAG, xml, at);
    const end = start ? null : match(END_TAG, xml, at);
    if (start) {
      elements += 1;
      attributes += start[0].split('=').length - 1;
      if (attributes > MAX_ATTRIBUTES || start[0].length > MAX_TAG_LENGTH) {
        throw new SignOnRefusal('too-large', 'attributes');
      }
      if (open.length === 0 && elements > 1) throw new SignOnRefusal('not-xml', 'more than one root');
      if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH)
        throw new SignOnRefusal('too-large', 'elements');
      if (start[2] === '') open.push(start[1] as string);
    } else if (end) {
      if (open.pop() !== end[1]) throw new SignOnRefusal('not-xml', 'an end without its start');
    } else {
      throw refuseMarkup(xml.slice(at, at + 9));
    }
    at += (start ?? end)?.[0].length ?? 0;
  }
  if (elements === 0 || open.length > 0) throw new SignOnRefusal('not-xml', 'incomplete');
}

function refuseMarkup(beginning: string): SignOnRefusal {
  if (beginning.startsWith('<!--')) return new SignOnRefusal('comment');
  if (beginning.startsWith('<![CDATA[') || beginning.startsWith('<?')) return new SignOnRefusal('markup');
  if (beginning.startsWith('<!')) return new SignOnRefusal('document-type');
  return new SignOnRefusal('not-xml', 'a tag that is none');
}

/** Allows only the entities that XML itself defines. */
function assertReferences(xml: string): void {
  for (let at = xml.indexOf('&'); at !== -1; at = xml.indexOf('&', at + 1)) {
    const reference = match(REFERENCE, xml, at);
    if (!reference) throw new SignOnRefusal('document-type', 'entity');
    const [, decimal, hexadecimal] = reference;
    if (decimal === undefined && hexadecimal === undefined) continue;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter || CONTROL.test(String.fromCodePoint(code))) {
      throw new SignOnRefusal('not-xml', 'reference to no character');
    }
  }
}

function match(pattern: RegExp, xml: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(xml);
}
