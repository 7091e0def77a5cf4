/**
 * Returns for each of `right` the index of its equal in `left`, or -1: a longest common subsequence, or a common
 * subsequence that is found quickly if the table for the longest would have more than `maxCells`.
 */
export function matchSequences(
  left: readonly string[],
  right: readonly string[],
  maxCells = MAX_TABLE_CELLS,
): Int32Array {
  const matches = new Int32Array(right.length).fill(-1);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) {
    matches[start] = start;
    start++;
  }
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1])
    matches[--rightEnd] = --leftEnd;
  const height = leftEnd - start;
  const width = rightEnd - start;
  // A text replaced wholesale is not worth a table of that size: the greedy match finds only rows in order.
  if (height * width > Math.min(maxCells, MAX_TABLE_CELLS)) {
    matchGreedily(left, right, { start, leftEnd, rightEnd }, matches);
    return matches;
  }
  const lengths = new Uint32Array((height + 1) * (width + 1));
  const at = (row: number, column: number): number => row * (width + 1) + column;
  for (let row = height - 1; row >= 0; row--)
    for (let column = width - 1; column >= 0; column--)
      lengths[at(row, column)] =
        left[start + row] === right[start + column]
          ? lengths[at(row + 1, column + 1)]! + 1
          : Math.max(lengths[at(row + 1, column)]!, lengths[at(row, column + 1)]!);
  for (let row = 0, column = 0; row < height && column < width; ) {
    if (left[start + row] === right[start + column]) matches[start + column++] = start + row++;
    else if (lengths[at(row + 1, column)]! >= lengths[at(row, column + 1)]!) row++;
    else column++;
  }
  return matches;
}

const MAX_TABLE_CELLS = 4_000_000;

function matchGreedily(
  left: readonly string[],
  right: readonly string[],
  range: { start: number; leftEnd: number; rightEnd: number },
  matches: Int32Array,
): void {
  const positions = new Map<string, number[]>();
  for (let i = range.leftEnd - 1; i >= range.start; i--) {
    const found = positions.get(left[i]!);
    if (found) found.push(i);
    else positions.set(left[i]!, [i]);
  }
  let last = range.start - 1;
  for (let i = range.start; i < range.rightEnd; i++) {
    const found = positions.get(right[i]!);
    while (found && found.length > 0 && found.at(-1)! <= last) found.pop();
    const next = found?.pop();
    if (next === undefined) continue;
    matches[i] = next;
    last = next;
  }
}
