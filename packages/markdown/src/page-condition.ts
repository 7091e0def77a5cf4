import { cutText } from '@lectern/std/cut-text';
import { isRecord } from '@lectern/std/is-record';
import { decodeBraces, mayHaveTags, readConditionTags } from './condition-tags.ts';
import { findFrontMatter } from './front-matter.ts';

const MAX_WRITTEN = 200;

/**
 * The key of a condition in front matter, in every spelling that its writer can have meant: on a line of its own with
 * any quotes and any sign after it, and within braces.
 */
const KEY =
  /^[ \t]*(?:[?-][ \t]+)?["'`\u2018-\u201f]?if["'`\u2018-\u201f]?[ \t]*(?:[:=\uff1a].*|$|(?=[ \t](?:!|(?:visitor|space|page)[.?[]|true|false)).*)|[{,][ \t]*["'`\u2018-\u201f]?if["'`\u2018-\u201f]?[ \t]*[:=][^,}\n]*/gim;

/** Lines at the beginning of a source that look like front matter and are none. */
const LOST =
  /^\uFEFF?\s*(?:<!--[\s\S]*?-->\s*)?(?:-{3,}|\+{3}|;{3}|`{3,}\s*ya?ml)[ \t]*\r?\n((?:(?!#)[^\n]*\n?){1,60})/i;

/**
 * Finds the condition of a page in its front matter. An expression, and `true` and `false`, are conditions. Everything
 * else that mentions one is returned as it is written, which is no expression: it never holds.
 */
export function readPageCondition(source: string, front = findFrontMatter(source)): string | undefined {
  if (!front) {
    const [lost] = LOST.exec(source)?.[1]?.match(KEY) ?? [];
    return lost === undefined ? undefined : writeKey(lost);
  }
  const { data } = front;
  const keys = source.slice(0, front.end).match(KEY) ?? [];
  const condition = Object.hasOwn(data, 'if') ? data.if : undefined;
  const isAlone = keys.length <= 1 && !front.error && countKeys(data) === (Object.hasOwn(data, 'if') ? 1 : 0);
  const isUnderstood =
    (typeof condition === 'string' && condition.trim() !== '') || typeof condition === 'boolean';
  if (keys.length > 0 || Object.hasOwn(data, 'if') || countKeys(data) > 0) {
    if (isAlone && isUnderstood) return String(condition).trim();
    return writeKey(keys.at(-1) ?? `if: ${JSON.stringify(condition) ?? ''}`);
  }
  // Values are data, which a text can show: those with conditions are not shown there.
  const { vars: _, ...others } = data;
  return findTag(others);
}

/** The first tag of a condition in the texts of a value. */
export function findTag(value: unknown): string | undefined {
  if (typeof value === 'string') {
    // Text between backticks is code.
    const text = decodeBraces(value.replace(/`[^`]*`/g, ''));
    const tag = mayHaveTags(text) && readConditionTags(text).find(({ isCondition }) => isCondition);
    return tag ? cutText(text.slice(tag.start, tag.end), MAX_WRITTEN) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = findTag(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A line with a key as it is written. A name with a colon after it begins no expression. */
function writeKey(line: string): string {
  const written = cutText(line.replace(/^\s*[{,?-]?\s*/, '').trim(), MAX_WRITTEN);
  return /^\W*if\W?[ \t]*:/i.test(written) ? written : `if: ${written.replace(/^\W*if\W*/i, '')}`;
}

/** The keys named `if` in any spelling and at any depth. */
function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, inner) => sum + countKeys(inner), 0);
  if (!isRecord(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (/^\W*if\W*$/i.test(key) ? 1 : 0) + countKeys(inner),
    0,
  );
}
