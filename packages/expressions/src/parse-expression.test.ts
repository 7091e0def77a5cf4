import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printExpression } from '../test/print-expression.ts';
import { randomExpression } from '../test/random-expressions.ts';
import { parseExpression } from './parse-expression.ts';

describe('a written expression', () => {
  test('is read as the tree that was written', () => {
    const styles = [{}, { blank: ' ' }, { dot: '?.' }, { blank: '\t\n\u00a0\ufeff', dot: '?.' }];
    fc.assert(
      fc.property(randomExpression, fc.constantFrom(...styles), (expression, style) => {
        const text = printExpression(expression, style);
        fc.pre(text.length <= 1024);
        expect(parseExpression(text)).toEqual({ expression });
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    [`'it''s'`, undefined],
    [`'a"b' === "a'b"`, { kind: 'equality' }],
    [String.raw`"\n\r\t\b\f\v\\\'\"\/\x41\u0042\u{1F600}"`, { value: '\n\r\t\b\f\v\\\'"/AB😀' }],
    [String.raw`"\u{10FFFF}"`, { value: '\u{10FFFF}' }],
    ['[1, 2,]', { kind: 'list', items: [{ value: 1 }, { value: 2 }] }],
    ['a || b && c', { operator: '||', right: { operator: '&&' } }],
    ['a ? b : c ? d : e', { kind: 'choice', no: { kind: 'choice' } }],
    ['!a.b', { kind: 'not', operand: { kind: 'member' } }],
    ['reviews.some((r) => r.ok)', { kind: 'iterating-call', parameter: 'r' }],
    ['visitor.in.new.true', { kind: 'member', name: 'true' }],
  ])('%s', (text, expected) => {
    const { expression } = parseExpression(text);
    if (expected) expect(expression).toMatchObject(expected);
    else expect(expression).toBeUndefined();
  });

  test('may be 1024 characters long, and no longer', () => {
    const quoted = (length: number, character: string): string => `"${character.repeat(length - 2)}"`;
    for (const character of ['a', '😀']) {
      expect(parseExpression(quoted(1024, character)).problem).toBeUndefined();
      expect(parseExpression(quoted(1025, character)).problem?.message).toContain('1024');
    }
    expect(parseExpression('!'.repeat(1023).concat('a')).problem).toBeUndefined();
    expect(parseExpression('a.'.repeat(511).concat('a')).problem).toBeUndefined();
  });

  test('may nest 64 levels, and no more', () => {
    for (const [open, close] of [
      ['(', ')'],
      ['[', ']'],
      ['a[', ']'],
      ['a.includes(', ')'],
      ['a?', ':a'],
    ]) {
      const nested = (levels: number): string => `${open?.repeat(levels)}a${close?.repeat(levels)}`;
      expect(parseExpression(nested(64)).problem, open).toBeUndefined();
      expect(parseExpression(nested(65)).problem?.message, open).toContain('64 levels');
    }
  });
});

describe('what is no expression is told with its place:', () => {
  test.each([
    ['', 1, 1, 'Expected a value, but the expression ends here.'],
    ['a ===', 1, 6, 'Expected a value, but the expression ends here.'],
    ['a === )', 1, 7, 'Expected a value, but found “)”.'],
    ['a b', 1, 3, 'Expected an operator or the end of the expression, but found “b”.'],
    ['"😀" +\n 1', 1, 5, '“+” cannot be used in an expression.'],
    ['a\r\n  && &', 2, 6, '“&” cannot be used in an expression. For “and”, write &&.'],
    ['plan = "pro"', 1, 6, '“=” cannot be used in an expression. To compare, write ===.'],
    ['`a`', 1, 1, '“`” cannot be used in an expression. Put text between " or \'.'],
    ['"open', 1, 1, 'Expected " at the end of the text that begins here.'],
    [
      String.raw`a === "\d"`,
      1,
      8,
      'Expected an escape such as \\n, \\" or \\u0041 after the backslash. For a backslash, write \\\\.',
    ],
    [
      String.raw`"\u{110000}"`,
      1,
      2,
      'Expected an escape such as \\n, \\" or \\u0041 after the backslash. For a backslash, write \\\\.',
    ],
    ['1a', 1, 1, 'Expected a number such as 12 or 1.5.'],
    ['012', 1, 1, 'Expected a number such as 12 or 1.5.'],
    ['1e999', 1, 1, 'This number is too large.'],
    ['-a', 1, 2, 'Expected a number after “-”, but found “a”.'],
    ['(a', 1, 3, 'Expected ), but the expression ends here.'],
    ['[a b]', 1, 4, 'Expected , or ], but found “b”.'],
    ['a ? b', 1, 6, 'Expected :, but the expression ends here.'],
    ['a.', 1, 3, 'Expected a name, but the expression ends here.'],
    ['a.1', 1, 3, 'Expected a name, but found “1”.'],
    ['Date', 1, 1, 'Write Date.now() for the current time, or Date.parse("2026-12-01") for a date.'],
    [
      '1 < Date.UTC(1)',
      1,
      5,
      'Write Date.now() for the current time, or Date.parse("2026-12-01") for a date.',
    ],
    [
      'Date.now() < Date.parse("1 December")',
      1,
      25,
      'Expected a date such as "2026-12-01", or a time with its zone such as "2026-12-01T09:00:00Z".',
    ],
    ['a.some(Date => true)', 1, 8, '“Date” cannot be used as a name in an expression.'],
    ['typeof a', 1, 1, '“typeof” cannot be used as a name in an expression.'],
    ['this.a', 1, 1, '“this” cannot be used as a name in an expression.'],
    [
      'alert(1)',
      1,
      6,
      'Only these methods of a value can be called: includes, startsWith, endsWith, toLowerCase, some, every, filter.',
    ],
    [
      'a.map(b)',
      1,
      3,
      '“map” cannot be called. These methods can: includes, startsWith, endsWith, toLowerCase, some, every, filter.',
    ],
    ['a.some(b)', 1, 9, 'Expected =>, as in item => item.name === "x", but found “)”.'],
    ['a.some("b")', 1, 8, 'Expected a function such as item => item.name === "x", but found “"b"”.'],
    ['a.some(true => b)', 1, 8, '“true” cannot be used as a name in an expression.'],
    ['a === (b => c)', 1, 8, 'A function can only be passed to some, every, filter.'],
    ['a.toLowerCase(b)', 1, 15, 'Expected ), but found “b”.'],
    ['a ?? b || c', 1, 8, 'Put parentheses around the part with ?? or the part beside it.'],
    ['a ?? b && c', 1, 3, 'Put parentheses around the part with ?? or the part beside it.'],
    ['a && b ?? c', 1, 8, 'Put parentheses around the part with ?? or the part beside it.'],
    ['1 < a < 3', 1, 7, 'Comparisons cannot follow each other. Write them separately, with && between them.'],
    [
      'a === b === c',
      1,
      9,
      'Comparisons cannot follow each other. Write them separately, with && between them.',
    ],
  ])('%s', (text, line, column, message) => {
    expect(parseExpression(text).problem).toMatchObject({ message, line, column });
  });

  test('at an offset within the text, whatever it is', () => {
    const pieces = [
      'a',
      '.',
      '?.',
      '(',
      ')',
      '[',
      ']',
      '===',
      '"',
      "'",
      '\\',
      '!',
      '&&',
      '??',
      ' ',
      '1',
      '=>',
      '\n',
      '😀',
      '?',
      ':',
      'in',
      'some',
      ',',
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }), (text) => {
        const { problem } = parseExpression(text);
        if (!problem) return;
        const lines = text.split('\n');
        const before = lines.slice(0, problem.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
        const inLine = [...(lines[problem.line - 1] ?? '')].slice(0, problem.column - 1).join('').length;
        expect(before + inLine).toBe(problem.offset);
        expect(problem.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });
});
