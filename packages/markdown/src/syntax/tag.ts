import { decodeHTMLStrict } from 'entities';

/** A `{% … %}` tag. */
export interface Tag {
  name: string;
  /** `endhint` is the closing tag of `hint`. */
  isClosing: boolean;
  attributes: Map<string, TagValue>;
  /** The bare string of `{% include "…" %}`. */
  argument: TagValue | undefined;
  /** The text after the name, as written, for `if`. */
  expression: string;
  /** Whether the text after the name is neither attributes nor a string. */
  isMalformed: boolean;
}

interface TagValue {
  value: string;
  /** Range of the value within the tag's source, without quotes. */
  start: number;
  end: number;
}

const NAME = /^\{%\s*(@[\w.-][\w/@.-]*|[A-Za-z][\w/@.-]*)/;
const ATTRIBUTE = /\s+([A-Za-z_][\w-]*)\s*=\s*("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^\s"'%]+)/y;
/** Whether a tag can have an attribute with this name. */
export const isAttributeName = (name: string): boolean => /^[A-Za-z_][\w-]*$/.test(name);

const ARGUMENT = /\s+("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')/y;
const END = /\s*%\}[ \t]*$/y;

/** Reads a whole line (or several, for values that span lines) that must be one tag and nothing else. */
export function readTag(text: string): Tag | undefined {
  const opening = NAME.exec(text);
  if (!opening) return undefined;
  const written = opening[1]!;
  const isClosing = written.length > 3 && written.startsWith('end');
  const tag: Tag = {
    name: isClosing ? written.slice(3) : written,
    isClosing,
    attributes: new Map(),
    argument: undefined,
    expression: '',
    isMalformed: false,
  };
  let position = opening[0].length;
  if (written === 'if') {
    const end = text.indexOf('%}', position);
    if (end < 0 || text.slice(end + 2).trim() !== '') return undefined;
    tag.expression = text.slice(position, end).trim();
    return tag;
  }
  ARGUMENT.lastIndex = position;
  const argument = ARGUMENT.exec(text);
  if (argument) {
    position += argument[0].length;
    tag.argument = quotedValue(argument[1]!, position);
  }
  for (;;) {
    END.lastIndex = position;
    if (END.test(text)) return tag;
    ATTRIBUTE.lastIndex = position;
    const attribute = ATTRIBUTE.exec(text);
    if (!attribute) break;
    position += attribute[0].length;
    if (!tag.attributes.has(attribute[1]!))
      tag.attributes.set(attribute[1]!, quotedValue(attribute[2]!, position));
  }
  // A tag with something else in it is still one tag when its first end is the line's end.
  const end = text.indexOf('%}', position);
  if (end < 0 || text.slice(end + 2).trim() !== '') return undefined;
  tag.isMalformed = true;
  return tag;
}

function quotedValue(written: string, end: number): TagValue {
  const quoted = written.startsWith('"') || written.startsWith("'") ? 1 : 0;
  const inner = quoted ? written.slice(1, -1) : written;
  return { value: decodeTagValue(inner), start: end - written.length + quoted, end: end - quoted };
}

const decodeTagValue = (written: string): string => decodeHTMLStrict(written.replace(/\\(["'\\])/g, '$1'));

/** Writes a value for a place between double quotes. */
export const escapeTagValue = (value: string): string =>
  value
    .replace(/&(?=#?\w+;)/g, '&#x26;')
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '&#xA;')
    .replace(/%\}/g, '%&#x7D;');

/** Writes a tag; attributes without a value are left out, in the order given. */
export function writeTag(name: string, attributes: Record<string, unknown> = {}): string {
  let text = `{% ${name}`;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) text += ` ${key}="${escapeTagValue(String(value))}"`;
  return `${text} %}`;
}
