/** The text that may precede a tag on its line: quotes, list markers and indentation, which its content repeats. */
const LINE_START = /^[\s>*+\-\d.)]{0,200}$/;

/** Returns the text before a tag on its line; undefined if it cannot be repeated on further lines. */
export function findLineStart(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return LINE_START.test(before) ? before : undefined;
}

/** Begins each line after the first like the line of the tag, with blanks in place of list markers. */
export function continueLines(text: string, before: string): string {
  if (before === '') return text;
  const start = before.replace(/[^>\s]/g, ' ');
  return text.replace(
    /\n(?=([^\n])?)/g,
    (_, next?: string) => `\n${next === undefined ? start.trimEnd() : start}`,
  );
}
