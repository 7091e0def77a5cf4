import type { Sides } from '@lectern/content/merge/conflicts';

const each = (n: number, write: (i: number) => string, separator = '\n\n'): string =>
  `${Array.from({ length: n }, (_, i) => write(i)).join(separator)}\n`;

/** Three versions of a page of n parts; ours changes the even ones, theirs the odd ones. */
const alternating =
  (write: (i: number) => string, separator?: string) =>
  (n: number): Sides<string> => {
    const change = (i: number, rest: number): string =>
      i % 2 === rest ? write(i).replace('x', 'new') : write(i);
    return {
      base: each(n, write, separator),
      ours: each(n, (i) => change(i, 0), separator),
      theirs: each(n, (i) => change(i, 1), separator),
    };
  };

/** Three versions of n equal parts, of which ours deletes some and theirs adds some. */
const equal =
  (part: string, separator?: string) =>
  (n: number): Sides<string> => ({
    base: each(n, () => part, separator),
    ours: each(n, (i) => (i % 3 === 0 ? 'ours' : part), separator),
    theirs: each(n + n / 2, (i) => (i % 5 === 0 ? 'theirs' : part), separator),
  });

export const mergeFamilies: Record<string, (n: number) => Sides<string>> = {
  'alternating blocks': alternating((i) => `word x ${i}`),
  'alternating items': alternating((i) => `* word x ${i}`, '\n'),
  'alternating rows': (n) => {
    const { base, ours, theirs } = alternating((i) => `| word x | ${i} |`, '\n')(n);
    const head = '| a | b |\n| --- | --- |\n';
    return { base: head + base, ours: head + ours, theirs: head + theirs };
  },
  'alternating words': alternating((i) => `x${i} stays`, ' '),
  'alternating words of code': (n) => {
    const inFence = (text: string): string => `\`\`\`\n${text}\`\`\`\n`;
    const { base, ours, theirs } = alternating((i) => `call(x, ${i})`, ' ')(n);
    return { base: inFence(base), ours: inFence(ours), theirs: inFence(theirs) };
  },
  'alternating cells of one row': (n) => {
    const row = alternating((i) => `x ${i}`, ' | ')(n);
    const head = `| ${each(n, () => 'a', ' | ').trim()} |\n| ${each(n, () => '-', ' | ').trim()} |\n`;
    const write = (text: string): string => `${head}| ${text.trim()} |\n`;
    return { base: write(row.base), ours: write(row.ours), theirs: write(row.theirs) };
  },
  'rows padded anew': (n) => {
    const write = (row: (i: number) => string): string => `| a | b |\n| --- | --- |\n${each(n, row, '\n')}`;
    return {
      base: write((i) => `| ${i} | x |`),
      ours: write((i) => `| ${i} | x   |`),
      theirs: write((i) => `| ${i} | new |`),
    };
  },
  'rows in conflict': (n) => {
    const write = (cell: string): string =>
      `| a | b |\n| --- | --- |\n${each(n, (i) => `| ${i} | ${cell} |`, '\n')}`;
    return { base: write('x'), ours: write('ours'), theirs: write('theirs') };
  },
  'items numbered anew': (n) => ({
    base: each(n, (i) => `${i + 2}. word ${i}`, '\n'),
    ours: `1. new\n${each(n, (i) => `${i + 3}. word ${i}`, '\n')}`,
    theirs: each(n, (i) => `${i + 1}. word x ${i}`, '\n'),
  }),
  'lines wrapped anew': (n) => ({
    base: each(n, (i) => `some word ${i}`, '\n'),
    ours: each(n, (i) => `some word ${i}`, ' '),
    theirs: each(n, (i) => `some new ${i}`, '\n'),
  }),
  'attributes that both add': (n) => {
    const write = (name: string): string =>
      `<img src="a.png"${name && ` ${each(n, (i) => `${name}${i}="${i}"`, ' ').trim()}`}>\n`;
    return { base: write(''), ours: write('x'), theirs: write('y') };
  },
  'marks that one opens and the other closes': alternating((i) => `x * word${i}`, ' '),
  'open tags': alternating((i) => `<a x{% ${i}`, ' '),
  numbers: alternating((i) => `x 1:${i}.1,`, ''),
  'equal words': equal('x', ' '),
  'equal blocks': equal('***'),
  'equal lines': equal('x', '\n'),
  'pages that both rewrite': (n) => ({
    base: each(n, (i) => `base ${i}`),
    ours: each(n, (i) => `ours ${i}`),
    theirs: each(n, (i) => `theirs ${i}`),
  }),
  'turned around': (n) => ({
    base: each(n, (i) => `block ${i}`),
    ours: each(n, (i) => `block ${n - i}`),
    theirs: each(n, (i) => `block ${i} of theirs`),
  }),
};
