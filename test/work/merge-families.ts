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
