/** What is different between two texts, word by word. */

/** A change of a text, as `update_page` has it: offsets count in the text as the changes before have left it. */
export interface Splice {
  offset: number;
  remove: number;
  insert: string;
}

export interface Segment {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer texts are compared from both ends only. */
const MOST_WORDS = 1500;

const wordsOf = (text: string): string[] =>
  text.match(/\p{L}[\p{L}\p{M}\p{N}'’_-]*|\p{N}+|\s+|[\s\S]/gu) ?? [];

/** Words that are in both texts, and those of either, in order. */
export function compareWords(before: string, after: string): Segment[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const segments: Segment[] = [];
  const add = (kind: Segment['kind'], words: readonly string[]): void => {
    const text = words.join('');
    const last = segments.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else segments.push({ kind, text });
  };
  add('same', old.slice(0, start));
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (left.length + right.length > MOST_WORDS) {
    add('removed', left);
    add('added', right);
  } else alignWords(left, right, add);
  add('same', old.slice(old.length - end));
  return segments;
}

/** The longest common subsequence. What is removed comes before what is added in its place. */
function alignWords(
  left: readonly string[],
  right: readonly string[],
  add: (kind: Segment['kind'], words: readonly string[]) => void,
): void {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      (lengths[row] as Uint16Array)[column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    add('removed', removed);
    add('added', added);
    [removed, added] = [[], []];
  };
  while (row < left.length || column < right.length) {
    const [old, now] = [left[row], right[column]];
    if (old !== undefined && old === now) {
      flush();
      add('same', [old]);
      row++;
      column++;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      removed.push(old);
      row++;
    } else if (now !== undefined) {
      added.push(now);
      column++;
    }
  }
  flush();
}

/** The changes that make one text of another, from its end, so that none moves another. */
export function splicesBetween(before: string, after: string): Splice[] {
  const splices: Splice[] = [];
  let offset = 0;
  let open: Splice | undefined;
  for (const { kind, text } of compareWords(before, after)) {
    if (kind === 'same') open = undefined;
    else if (open) {
      if (kind === 'removed') open.remove += text.length;
      else open.insert += text;
    } else {
      open = { offset, remove: kind === 'removed' ? text.length : 0, insert: kind === 'added' ? text : '' };
      splices.unshift(open);
    }
    if (kind !== 'added') offset += text.length;
  }
  return splices;
}

/** A text after changes. Undefined if one of them is not within it. */
export function applySplices(text: string, splices: readonly Partial<Splice>[]): string | undefined {
  let result = text;
  for (const { offset = 0, remove = 0, insert = '' } of splices) {
    if (offset + remove > result.length) return undefined;
    result = result.slice(0, offset) + insert + result.slice(offset + remove);
  }
  return result;
}

/** Leaves out what is far from any change. */
export function shorten(segments: readonly Segment[], context = 60): Segment[] {
  return segments.map((segment, index) => {
    const { kind, text } = segment;
    if (kind !== 'same' || text.length <= 2 * context) return segment;
    const head = index === 0 ? '' : text.slice(0, context);
    const tail = index === segments.length - 1 ? '' : text.slice(-context);
    return { kind, text: `${head}…${tail}` };
  });
}
