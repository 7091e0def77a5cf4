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
export const mayHaveTags = (text: string): boolean => /\{\s*%/.test(text) || mayHaveElements(text);

export const mayHaveElements = (text: string): boolean => text.includes('<') && ATTRIBUTE.test(text);

const TAG_START = /\{\s*%/g;
/** An end, or the start of another tag in one that was not ended. */
const TAG_END = /%\s*\}|\{\s*%/g;
const NAME = /^[-~+\s#]*(\/|end[ _-]*)?(else[ _-]*if\b|@?[a-z][\w/@.-]*)?/i;
const MIDDLE = /^(?:else.*|elif|elsif|elsf|otherwise|when|default)$/;
const OPENING = /^(?:if(?:\w*|[^a-z].*)|unless|case|switch)$/;
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

/** An attribute `if`, `data-if`, `v-if`, `*ngIf` and the like. */
const ATTRIBUTE = /[\s"':@*-](?:ng)?if(?=\s*[=>/]|\s)/i;
const ELEMENT = /<(\/?)([a-z][\w:-]*)((?:[^\w:<>-][^<>]*)?)(?:>|$|(?=<))/gi;
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

/** A text without its conditions and what stands between them: what is certainly shown to everybody. */
export function withoutConditions(text: string): string {
  if (!mayHaveTags(text)) return text;
  let shown = '';
  let position = 0;
  let depth = 0;
  for (const { kind, isCondition, start, end } of readConditionTags(text)) {
    if (!isCondition || kind === 'single') continue;
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
