/** A tag of a template, or of HTML with a condition, in a text. */
export interface ConditionTag {
  start: number;
  end: number;
  kind: 'opening' | 'middle' | 'closing' | 'single';
  /** In lower case, without `end`; that of an element begins with `<`. */
  name: string;
  /** Whether it decides who sees something; the others only matter where they cross a condition. */
  isCondition: boolean;
  /** The expression of an `if`; for `endif` it is empty. Undefined for everything that is not exactly one of these. */
  expression?: string | undefined;
}

/** Whether a text may have a tag that `readConditionTags` finds: quick, and never wrong about a text without one. */
export const mayHaveTags = (text: string): boolean =>
  /\{\s*%/.test(text) || MAY_BE_FOREIGN.test(text) || mayHaveElements(text);

export const mayHaveElements = (text: string): boolean => text.includes('<') && ATTRIBUTE.test(text);

/** Also the start of a tag of Handlebars, Go, Svelte, Smarty, ERB or EJS. In formulas, `\\text{if }` is none. */
const TAG_START =
  /\{\s*%|\{\{(?!\{|\s*%)|<%|\{(?=[#:/](?:if|else|unless))|(?<![\w}^_])\{(?=(?:if|else|unless)\b(?![ \t]*[=:]))/gi;
const MAY_BE_FOREIGN = /\{\{|<%|\{[#:/]?(?:if|else|unless)/i;
/** An end, or the start of another tag in one that was not ended. */
const TAG_END = /%\s*\}|\{\s*%/g;
const FOREIGN_END = { '{': /\}+|(?=[{])/g, '<': /%>|(?=<%)/g };
const FOREIGN_NAME = /^([}#:/])?\s*(end)?[ _-]*(if|unless|else|elif|elsif)?(\w*)/i;
const NAME = /^[-~+\s#]*(\/|end[ _-]*)?(else[ _-]*if\b|@?[a-z][\w/@.-]*)?/i;
const MIDDLE = /^(?:else.*|elif|elsif|elsf|otherwise|when|default)$/;
const OPENING = /^(?:if.*|unless|case|switch)$/;
/** Tags without a partner. */
const SINGLE = /^(?:include|page-ref|embed|file|@.*)$/;
/** In the rest of a tag: an attribute `if`, or a question about the visitor. */
const ASKS = /(?:^|[\s"'{(])(?:[\w-]+[-:])?if\s*[=:]|\bvisitor\s*[.?[]/i;

/**
 * Finds the template tags in a text, in its order. Conditions of other template languages, of other spellings and
 * without an end are found, too: whoever writes one means that not everybody sees what follows. `hasElements`: also HTML
 * elements, which matter only where one of them has a condition. Linear in the text.
 */
export function readConditionTags(text: string, hasElements = mayHaveElements(text)): ConditionTag[] {
  const tags: ConditionTag[] = [];
  TAG_START.lastIndex = 0;
  for (let opening = TAG_START.exec(text); opening; opening = TAG_START.exec(text)) {
    const start = opening.index;
    const inside = start + opening[0].length;
    if (!opening[0].endsWith('%') || opening[0].startsWith('<')) {
      const tag = readForeignTag(text, start, inside);
      if (tag) tags.push(tag);
      TAG_START.lastIndex = Math.max(tag?.end ?? 0, inside);
      continue;
    }
    TAG_END.lastIndex = inside;
    const ending = TAG_END.exec(text);
    const isEnded = ending?.[0].startsWith('%') === true;
    const innerEnd = ending?.index ?? text.length;
    const end = isEnded ? innerEnd + ending[0].length : innerEnd;
    const tag = readTag(text.slice(inside, innerEnd));
    const isPlain = isEnded && opening[0] === '{%' && ending[0] === '%}';
    if (tag) tags.push({ start, end, ...tag, expression: isPlain ? tag.expression : undefined });
    TAG_START.lastIndex = Math.max(end, inside);
  }
  if (hasElements) return [...tags, ...readElements(text)].sort((a, b) => a.start - b.start);
  return tags;
}

function readTag(inner: string): Omit<ConditionTag, 'start' | 'end'> | undefined {
  const [written, end, word = ''] = NAME.exec(inner) as RegExpExecArray;
  const name = word.toLowerCase().replace(/[ _-]+/g, '-');
  if (name === '' && end === undefined) return undefined;
  if (end !== undefined) {
    const isCondition = name === '' || OPENING.test(name) || MIDDLE.test(name);
    const isEndif = /^-?\s*endif\s*-?$/.test(inner);
    return { kind: 'closing', name, isCondition, expression: isEndif ? '' : undefined };
  }
  if (MIDDLE.test(name)) return { kind: 'middle', name, isCondition: true };
  const rest = inner.slice(written.length);
  // A slip, for the beginning or for the end.
  if (name === 'fi') return { kind: rest.trim() === '' ? 'closing' : 'opening', name, isCondition: true };
  if (OPENING.test(name)) {
    const expression = /^-?\s*if(?![\w/@.-])/.test(inner) ? rest.replace(/-$/, '').trim() : undefined;
    return { kind: 'opening', name, isCondition: true, expression };
  }
  const isCondition = ASKS.test(rest);
  return { kind: SINGLE.test(name) ? 'single' : 'opening', name, isCondition };
}

/**
 * Reads a tag of another template language, which is never understood; undefined for one that is no condition. A value
 * that depends on the visitor and can have several texts is one.
 */
function readForeignTag(text: string, start: number, inside: number): ConditionTag | undefined {
  const ending = FOREIGN_END[text[start] as '{' | '<'];
  ending.lastIndex = inside;
  const ended = ending.exec(text);
  const inner = text.slice(inside, ended?.index ?? text.length);
  const end = ended ? ended.index + ended[0].length : text.length;
  const [, sign, ends, word, rest = ''] = FOREIGN_NAME.exec(
    inner.replace(/^[\s~^=-]+/, ''),
  ) as RegExpExecArray;
  const name = word?.toLowerCase() ?? '';
  const isName =
    rest === '' || sign === '#' || sign === '/' || (name === 'else' && rest.toLowerCase() === 'if');
  const isEnd = (ends !== undefined && (name !== '' || sign === undefined)) || (sign === '/' && name !== '');
  const tag = { start, end, name, isCondition: true };
  if (isName && isEnd) return { ...tag, kind: 'closing' };
  if (isName && name !== '') return { ...tag, kind: name.startsWith('el') ? 'middle' : 'opening' };
  if (text[start] === '<' && sign === '}') return { ...tag, kind: 'closing' };
  const isChoice = /\bvisitor\s*[.?[]/i.test(inner) && /[?"'`]|&&|\|\|/.test(inner);
  // One without an end may go on in the next blocks.
  return isChoice ? { ...tag, kind: ended?.[0] ? 'single' : 'opening' } : undefined;
}

/** An attribute `if`, `data-if`, `v-if`, `*ngIf` and the like. */
const ATTRIBUTE = /[\s"':@*-](?:ng)?if(?=\s*[=>/]|\s)/i;
/** A name that nothing but a blank, a slash or a quote follows: `i<length; i++) if (a >` in a text is no element. */
const ELEMENT = /<(\/?)([a-z][\w:-]*)((?:[\s/"'][^<>]*)?)(?:>|$|(?=<))/gi;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** Whether the name of an attribute is that of a condition. */
export const isConditionName = (name: string): boolean => /^(?:.*[-:@*])?(?:ng)?if$/i.test(name);

/** The elements of a text that has one with a condition: each, because they may be nested. */
function readElements(text: string): ConditionTag[] {
  const tags: ConditionTag[] = [];
  for (const { 0: whole, 1: end, 2: name = '', 3: rest = '', index: start } of text.matchAll(ELEMENT)) {
    const isCondition = end === '' && ATTRIBUTE.test(rest) && hasConditionAttribute(rest);
    const isSingle = VOID.test(name.toLowerCase()) || rest.endsWith('/');
    if (isSingle && !isCondition) continue;
    tags.push({
      start,
      end: start + whole.length,
      kind: end !== '' ? 'closing' : isSingle ? 'single' : 'opening',
      name: `<${name.toLowerCase()}`,
      isCondition,
    });
  }
  return tags;
}

const hasConditionAttribute = (rest: string): boolean =>
  rest
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .split(/[\s/]+/)
    .some((part) => isConditionName(part.split('=', 1)[0] ?? ''));

/** A text without its conditions and their content: the part that everybody sees. */
export function withoutConditions(text: string): string {
  if (!mayHaveTags(text)) return text;
  let shown = '';
  let position = 0;
  let depth = 0;
  for (const { kind, isCondition, start, end } of readConditionTags(text)) {
    if (!isCondition) continue;
    if (depth === 0) shown += text.slice(position, start);
    if (kind === 'opening') depth += 1;
    else if (kind === 'closing') depth = Math.max(0, depth - 1);
    position = end;
  }
  return depth === 0 ? shown + text.slice(position) : shown;
}

/** Whether a text mentions a condition. */
export const mentionsCondition = (text: string): boolean =>
  mayHaveTags(text) && readConditionTags(text).some(({ isCondition }) => isCondition);

/** Some values are shown as HTML, others as they are: character references of a tag count as the tag in both. */
export const decodeBraces = (text: string): string =>
  text.includes('&')
    ? text
        .replace(/&(?:#0*123|#x0*7b|lbrace|lcub);/gi, '{')
        .replace(/&(?:#0*125|#x0*7d|rbrace|rcub);/gi, '}')
        .replace(/&(?:#0*37|#x0*25|percnt);/gi, '%')
    : text;

/** Whether a text has an attribute `if` or a question about the visitor, within a tag or without one. */
export const asksAboutVisitor = (text: string): boolean => ASKS.test(text);

/** Whether conditions in a text begin and end within it. */
export function isBalanced(text: string): boolean {
  let depth = 0;
  for (const { kind, isCondition } of readConditionTags(text)) {
    if (!isCondition) continue;
    if (kind === 'opening') depth += 1;
    else if (kind === 'closing') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
