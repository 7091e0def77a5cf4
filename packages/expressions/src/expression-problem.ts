/** The reason why a text is not an expression, and its position. */
export interface ExpressionProblem {
  /** The expectation in words: “Expected a value, but found “)”.” */
  message: string;
  /** From the beginning of the text, in UTF-16 units. */
  offset: number;
  /** From 1. */
  line: number;
  /** In characters, from 1. */
  column: number;
}

/** Ends the reading of a text; `parseExpression` returns it as a problem. */
export class UnreadableExpression extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

export function toProblem(text: string, { message, offset }: UnreadableExpression): ExpressionProblem {
  const lines = text.slice(0, offset).split(LINE_END);
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return { message, offset, line: lines.length, column };
}
