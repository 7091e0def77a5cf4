/** How a source writes what can be written in several ways. */
export interface WrittenStyle {
  italic: '_' | '*';
  bold: '**' | '__';
  hardBreak: '\\\n' | '  \n';
  bullet: string;
  /** The sign after the number of an item. */
  delimiter: string;
  fence: '`' | '~';
  /** Headings of the first two levels are underlined. */
  hasSetextHeadings: boolean;
  divider: string;
}

/** GitBook's own. */
export const NORMAL_STYLE: WrittenStyle = {
  italic: '_',
  bold: '**',
  hardBreak: '\\\n',
  bullet: '*',
  delimiter: '.',
  fence: '`',
  hasSetextHeadings: false,
  divider: '***',
};

const FEATURES: { [Name in keyof WrittenStyle]: readonly (readonly [WrittenStyle[Name], RegExp])[] } = {
  italic: [
    ['_', /(?<![\p{L}\p{N}_\\])_(?=[^\s_])/gu],
    ['*', /(?<![\p{L}\p{N}*\\])\*(?=[^\s*])/gu],
  ],
  bold: [
    ['**', /(?<![*\\])\*\*(?=[^\s*])/g],
    ['__', /(?<![\p{L}\p{N}_\\])__(?=[^\s_])/gu],
  ],
  hardBreak: [
    ['\\\n', /(?<!\\)\\\r?\n/g],
    ['  \n', /\S {2,}\r?\n(?=[ \t>]*[^\s>])/g],
  ],
  bullet: [
    ['*', /^[ \t>]*\*[ \t]+[^\s*]/gm],
    ['-', /^[ \t>]*-[ \t]+[^\s-]/gm],
    ['+', /^[ \t>]*\+[ \t]+[^\s+]/gm],
  ],
  delimiter: [
    ['.', /^[ \t>]*\d{1,9}\.[ \t]/gm],
    [')', /^[ \t>]*\d{1,9}\)[ \t]/gm],
  ],
  fence: [
    ['`', /^[ \t>]*```/gm],
    ['~', /^[ \t>]*~~~/gm],
  ],
  hasSetextHeadings: [
    [false, /^#{1,2}[ \t]/gm],
    [true, /^[^\s#>|-].*\r?\n(?:={3,}|-{3,})[ \t]*$/gm],
  ],
  divider: [
    ['***', /^\*\*\*[ \t]*$/gm],
    ['---', /(?<=\n[ \t]*\r?\n)---[ \t]*$/gm],
    ['* * *', /^\* \* \*[ \t]*$/gm],
    ['___', /^___[ \t]*$/gm],
    ['- - -', /^- - -[ \t]*$/gm],
  ],
};

/** The style of a source: of each way, the one that it uses most. Each is counted only when it is asked for. */
export function readStyle(source: string): WrittenStyle {
  const style = { ...NORMAL_STYLE };
  for (const name of Object.keys(FEATURES) as (keyof WrittenStyle)[])
    Object.defineProperty(style, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = findMostUsed(source, name);
        Object.defineProperty(style, name, { value });
        return value;
      },
    });
  return style;
}

function findMostUsed<Name extends keyof WrittenStyle>(source: string, name: Name): WrittenStyle[Name] {
  let best = NORMAL_STYLE[name];
  let most = 0;
  for (const [value, pattern] of FEATURES[name]) {
    let count = 0;
    for (const _ of source.matchAll(pattern)) count++;
    if (count > most) [best, most] = [value, count];
  }
  return best;
}
