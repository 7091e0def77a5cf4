const MAX_TAG_LENGTH = 2000;
/** What stands between tags and is no text, by its beginning and its end. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Cuts the elements and attributes with some names out of an XML text, whatever their prefixes. Undefined if the text is
 * not well-formed, if nothing of it is left, or if what is left mentions one of the names.
 */
export function cutElements(xml: string, names: ReadonlySet<string>): string | undefined {
  const kept: string[] = [];
  const open: string[] = [];
  /** How many elements are open around the one that is being cut out. */
  let cutAt: number | undefined;
  let isEmpty = true;
  const keep = (text: string): boolean => {
    if (cutAt !== undefined || text === '') return true;
    kept.push(text);
    return ![...names].some((name) => text.includes(name));
  };
  for (let at = 0; at < xml.length; ) {
    const start = xml.indexOf('<', at);
    if (!keep(xml.slice(at, start < 0 ? undefined : start))) return undefined;
    if (start < 0) break;
    const section = SECTIONS.find(([beginning]) => xml.startsWith(beginning, start));
    if (section) {
      const end = xml.indexOf(section[1], start + section[0].length);
      if (end < 0) return undefined;
      at = end + section[1].length;
      if (!keep(xml.slice(start, at))) return undefined;
      continue;
    }
    const tag = readTag(xml, start);
    if (!tag) return undefined;
    at = tag.end;
    if (tag.isClosing) {
      if (open.pop() !== tag.name) return undefined;
    } else if (cutAt === undefined && names.has(localName(tag.name))) {
      // The indentation before it belongs to it.
      if (kept.at(-1)?.trim() === '') kept.pop();
      cutAt = open.length;
    }
    if (cutAt === undefined) {
      const text = cutAttributes(tag, names);
      if (text === undefined) return undefined;
      kept.push(text);
      isEmpty = false;
    }
    if (!tag.isClosing && !tag.isWhole) open.push(tag.name);
    else if (cutAt === open.length) cutAt = undefined;
  }
  return open.length > 0 || isEmpty ? undefined : kept.join('');
}

interface Tag {
  name: string;
  text: string;
  /** The position after it. */
  end: number;
  isClosing: boolean;
  /** Whether it is the whole element. */
  isWhole: boolean;
}

function readTag(xml: string, start: number): Tag | undefined {
  let quote = '';
  for (let at = start + 1; at < xml.length && at - start <= MAX_TAG_LENGTH; at += 1) {
    const character = xml[at] as string;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '<') return undefined;
    else if (character === '>') {
      const text = xml.slice(start, at + 1);
      const [, slash, name] = /^<(\/?)([\p{L}_:][^\s/>"'=]*)/u.exec(text) ?? [];
      if (name === undefined) return undefined;
      return { name, text, end: at + 1, isClosing: slash === '/', isWhole: text.endsWith('/>') };
    }
  }
  return undefined;
}

/** Undefined if the attributes of a tag are not well-formed, or if the value of one that is left mentions a name. */
function cutAttributes({ name, text, isClosing }: Tag, names: ReadonlySet<string>): string | undefined {
  let end = (isClosing ? '</' : '<').length + name.length;
  let left = text.slice(0, end);
  for (const attribute of text.matchAll(/(?<=\s)([^\s="'<>/]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
    const [whole, attributeName = '', value = ''] = attribute;
    const gap = text.slice(end, attribute.index);
    if (gap.trim() !== '') return undefined;
    end = attribute.index + whole.length;
    if (names.has(localName(attributeName))) continue;
    if ([...names].some((one) => value.includes(one))) return undefined;
    left += gap + whole;
  }
  const rest = text.slice(end);
  return /^\s*\/?>$/.test(rest) ? left + rest : undefined;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
