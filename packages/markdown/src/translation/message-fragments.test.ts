/** Generated ICU messages, and what translators do to their placeholders. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMachineText } from './machine-text.ts';
import { type MaskedNode, readMasked, writeMasked } from './masked-text.ts';
import { type TranslatedPage, translatePage } from './translate-page.ts';

const BLANK = {
  before: undefined,
  translation: undefined,
  terms: [],
  tone: 'default',
  retries: true,
};

/** Translates a title, and a line with code and a link, by what is done to each masked text. */
function translate(message: string, respond: (unit: string) => string) {
  const source = {
    title: message,
    source: `# Title\n\nRun \`npm ci\` for [this page](https://example.com/{id}): ${message}\n`,
  };
  const { wanted } = translatePage({ ...BLANK, source, translations: new Map() });
  const faults: string[] = [];
  const translations = new Map(
    wanted.flatMap(({ key, unit, fragments }) => {
      const read = readMachineText(unit, respond(unit), fragments);
      if ('fault' in read) faults.push(read.fault);
      return 'fault' in read ? [] : [[key, { ...read, by: 'machine' as const }] as const];
    }),
  );
  return { source, faults, translated: translatePage({ ...BLANK, source, translations }) };
}

/** An argument of a message, with its forms. */
interface Argument {
  name: string;
  forms: Record<string, Argument[]>;
}

/** Reads a text as programs do, with their quotes. Shares nothing with what masks it. */
function parseMessage(text: string): Argument[] {
  let at = 0;
  const parse = (isForm: boolean, hasNumber: boolean): Argument[] => {
    const found: Argument[] = [];
    while (at < text.length) {
      const letter = text[at];
      if (letter === "'" && /[{}#]/.test(text[at + 1] ?? '')) {
        const end = text.indexOf("'", at + 1);
        at = end < 0 ? text.length : end + 1;
      } else if (letter === '}' && isForm) break;
      else if (letter === '{') found.push(parseArgument());
      else {
        if (letter === '#' && hasNumber) found.push({ name: '#', forms: {} });
        at += 1;
      }
    }
    return found.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  };
  const parseArgument = (): Argument => {
    const head = /^\{\s*([^,{}]*?)\s*(?:,\s*(plural|select)\s*,|\})/.exec(text.slice(at));
    if (!head) throw new Error(`No argument at ${at} of ${text}`);
    at += head[0].length;
    const forms: Argument['forms'] = {};
    if (head[2] === undefined) return { name: head[1] as string, forms };
    for (;;) {
      const form = /^\s*([=\w]+)\s*\{/.exec(text.slice(at));
      if (!form) break;
      at += form[0].length;
      forms[form[1] as string] = parse(true, head[2] === 'plural');
      if (text[at] !== '}') throw new Error(`A form is not closed in ${text}`);
      at += 1;
    }
    const end = /^\s*\}/.exec(text.slice(at));
    if (!end) throw new Error(`A message is not closed in ${text}`);
    at += end[0].length;
    return { name: `${head[1]}, ${head[2]}`, forms };
  };
  return parse(false, false);
}

const words = fc.constantFrom('file', 'two files', 'of the user', 'and more', 'it’s');
const variable = fc.constantFrom('{name}', '{count}', '{site}', '%s');
const piece = fc.oneof({ arbitrary: words, weight: 2 }, { arbitrary: variable, weight: 1 });
const joined = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
const { message } = fc.letrec<{ message: string; form: string }>((tie) => ({
  form: joined(
    fc.oneof({ depthSize: 'small', withCrossShrink: true }, piece, fc.constant('#'), tie('message')),
  ).map((text) => `a ${text}`),
  message: fc.oneof(
    fc.tuple(tie('form'), tie('form')).map(([one, other]) => `{n, plural, one {${one}} other {${other}}}`),
    fc
      .tuple(tie('form'), tie('form'), tie('form'))
      .map(([a, b, c]) => `{who, select, her {${a}} him {${b}} other {${c}}}`),
  ),
}));
const line = fc
  .tuple(joined(piece), message, joined(piece), fc.option(message, { nil: '' }))
  .map((parts) => `You ${parts.join(' ')} end`)
  // Messages within messages are read to a depth.
  .filter((text) => depthOf(text) <= 8);

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const letter of text) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    most = Math.max(most, depth);
  }
  return most;
}

type Change = (nodes: MaskedNode[], seed: number) => MaskedNode[];

const indexes = (nodes: MaskedNode[]): number[] =>
  nodes.flatMap((node, at) => (typeof node === 'string' ? [] : [at]));
const pick = (nodes: MaskedNode[], seed: number): number => {
  const all = indexes(nodes);
  return all[seed % all.length] ?? 0;
};

const CHANGES: Record<string, Change> = {
  loses: (nodes, seed) => nodes.filter((_, at) => at !== pick(nodes, seed)),
  doubles: (nodes, seed) => nodes.flatMap((node, at) => (at === pick(nodes, seed) ? [node, node] : [node])),
  moves: (nodes, seed) => {
    const from = pick(nodes, seed);
    const rest = nodes.filter((_, at) => at !== from);
    rest.splice(seed % (rest.length + 1), 0, nodes[from] as MaskedNode);
    return rest;
  },
  swaps: (nodes, seed) => {
    const [one, other] = [pick(nodes, seed), pick(nodes, seed >> 3)];
    const changed = [...nodes];
    [changed[one], changed[other]] = [nodes[other] as MaskedNode, nodes[one] as MaskedNode];
    return changed;
  },
  reverses: (nodes) => [...nodes].reverse(),
  'adds signs to': (nodes, seed) =>
    nodes.map((node, at) =>
      typeof node === 'string' && at === seed % nodes.length
        ? `${node}${['{', '}', '#', "'{", '{x}', '}{'][seed % 6]}`
        : node,
    ),
  'puts apostrophes before': (nodes) =>
    nodes.map((node) => (typeof node === 'string' ? `${node.trimEnd()} l'` : node)),
  'makes words of': (nodes) => nodes.filter((node) => typeof node === 'string'),
};

const textOf = ({ page }: TranslatedPage): [string, string] => [
  page.title,
  (page.source ?? '').split('\n').at(-2) ?? '',
];

describe('a translation', () => {
  test('of the words alone keeps each message', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { translated, faults } = translate(text, (unit) =>
          writeMasked(readMasked(unit).map((node) => (typeof node === 'string' ? ` mot ${node}` : node))),
        );
        expect(faults).toEqual([]);
        expect(parseMessage(translated.page.title)).toEqual(parseMessage(text));
        expect(translated.page.title).toContain('mot');
      }),
      { numRuns: process.env.LECTERN_SOAK ? 1000 : 10 },
    );
  });

  test.each(Object.entries(CHANGES))(
    'that %s placeholders is refused, or reads as its source',
    (_name, change) => {
      let refused = 0;
      fc.assert(
        fc.property(line, fc.nat(10_000), (text, seed) => {
          const { source, translated, faults } = translate(text, (unit) =>
            writeMasked(change(readMasked(unit), seed)),
          );
          refused += faults.length;
          const [title, body] = textOf(translated);
          expect(parseMessage(title)).toEqual(parseMessage(text));
          if (faults.length > 0 && translated.wanted.length === 2) expect(title).toBe(text);
          expect(body.match(/`npm ci`/g)).toHaveLength(1);
          expect(body.match(/\(https:\/\/example\.com\/\{id\}\)/g)).toHaveLength(1);
          // No variable is lost or added anywhere.
          const variables = (all: string) => (all.match(/\{\w+\}|%s/g) ?? []).sort();
          expect(variables(body)).toEqual(variables(source.source.split('\n')[2] as string));
        }),
        { numRuns: process.env.LECTERN_SOAK ? 1000 : 10 },
      );
      if (!['puts apostrophes before'].includes(_name)) expect(refused).toBeGreaterThan(0);
    },
  );
});

describe('markup within the forms of a message', () => {
  /** Puts markup around words and signs, within forms and around whole messages. */
  const withMarkup = (text: string): string =>
    text
      .replaceAll('two files', '**two files**')
      .replaceAll('and more', '[and more](https://example.com/more)')
      .replaceAll('# a', '_#_ a')
      .replace(/^You (.*) end$/, 'You ***$1*** end');
  /** Escapes are no part of the text. */
  const bodyOf = ({ page }: TranslatedPage): string =>
    ((page.source ?? '').split('\n')[2] ?? '').replace(/\\(?=[^\p{L}\p{N}])/gu, '').replaceAll('&#x20;', ' ');
  const translateBody = (text: string, change: Change, seed: number) => {
    const source = { title: 'Title', source: `# Title\n\n${withMarkup(text)}\n` };
    const { wanted } = translatePage({ ...BLANK, source, translations: new Map() });
    const translations = new Map(
      wanted.flatMap(({ key, unit, fragments }) => {
        const read = readMachineText(unit, writeMasked(change(readMasked(unit), seed)), fragments);
        return 'fault' in read ? [] : [[key, { ...read, by: 'machine' as const }] as const];
      }),
    );
    return bodyOf(translatePage({ ...BLANK, source, translations }));
  };
  const words: Change = (nodes) =>
    nodes.map((node) =>
      typeof node === 'string' ? node.replace(/\p{L}/u, 'mot $&') : { ...node, nodes: words(node.nodes, 0) },
    );
  const deeply =
    (change: Change): Change =>
    (nodes, seed) => {
      const inner = nodes.map((node) =>
        typeof node === 'string' ? node : { ...node, nodes: deeply(change)(node.nodes, seed) },
      );
      return seed % 2 === 0 && inner.length > 0 ? change(inner, seed) : inner;
    };

  test('stays, as the message does', () => {
    fc.assert(
      fc.property(line, (text) => {
        const body = translateBody(text, words, 0);
        expect(parseMessage(body)).toEqual(parseMessage(text));
        expect(body).toContain('mot');
        const countLinks = (all: string): number => all.split('](https://example.com/more)').length;
        expect(countLinks(body)).toBe(countLinks(withMarkup(text)));
      }),
      { numRuns: process.env.LECTERN_SOAK ? 1000 : 8 },
    );
  });

  test.each(Object.entries(CHANGES))(
    '%s: the translation is refused, or the message stays',
    (_name, change) => {
      fc.assert(
        fc.property(line, fc.nat(10_000), (text, seed) => {
          expect(parseMessage(translateBody(text, deeply(change), seed))).toEqual(parseMessage(text));
        }),
        { numRuns: process.env.LECTERN_SOAK ? 1000 : 4 },
      );
    },
  );

  test.each([
    [
      'Has {n, plural, one {**# file**} other {**# files**}} now',
      'Has <x id="1"/><g id="2"><x id="3"/> file</g><x id="4"/><g id="5"><x id="6"/> files</g><x id="7"/> now',
    ],
    [
      '{n, plural, one {a [link](https://example.com/a)} other {`code` and {name}}}',
      '<x id="1"/>a <g id="2">link</g><x id="3"/><x id="4"/> and <x id="5"/>',
    ],
    [
      'See **{n, plural, one {a _word_} other {# words}}**',
      'See <g id="1"><x id="2"/>a </g><g id="3">word</g><g id="4"><x id="5"/> words<x id="6"/></g>',
    ],
    ['Type `{n, plural, one {a} other {b}}` or {n}', 'Type <x id="1"/> or <x id="2"/>'],
  ])('%s', (source, unit) => {
    const { wanted } = translatePage({
      ...BLANK,
      source: { title: 'Title', source: `# Title\n\n${source}\n` },
      translations: new Map(),
    });
    expect(wanted.map((one) => one.unit)).toContain(unit);
  });
});

test('messages in code blocks are not translated', () => {
  const code = '```js\nt("{n, plural, one {a file} other {# files}}")\n```';
  const { wanted } = translatePage({
    ...BLANK,
    source: { title: 'Title', source: `# Title\n\n${code}\n` },
    translations: new Map(),
  });
  expect(wanted.map(({ unit }) => unit)).toEqual(['Title']);
});

test.each([
  ['forms in another order', ['<x id="2"/> fichiers<x id="1"/> fichier<x id="3"/>'], false],
  ['words before and after', ['Il y a <x id="1"/> fichier<x id="2"/> fichiers<x id="3"/> ici'], true],
  ['a brace', ['<x id="1"/> fichier }<x id="2"/> fichiers<x id="3"/>'], false],
])('%s: %j', (_name, [response], isRead) => {
  const [unit] = translatePage({
    ...BLANK,
    source: { title: '{n, plural, one {# file} other {# files}}' },
    translations: new Map(),
  }).wanted;
  expect(unit?.unit).toBe('<x id="1"/> file<x id="2"/> files<x id="3"/>');
  expect('translation' in readMachineText(unit?.unit ?? '', response as string, unit?.fragments)).toBe(
    isRead,
  );
});

test('an apostrophe before a brace does not quote it', () => {
  const [unit] = translatePage({
    ...BLANK,
    source: { title: 'Files of {name}: {n, plural, one {a file of {site}} other {# files}}' },
    translations: new Map(),
  }).wanted;
  const response = (unit?.unit ?? '')
    .replace('Files of ', "Fichiers d'")
    .replace('a file of ', "un fichier d'");
  expect(readMachineText(unit?.unit ?? '', response, unit?.fragments)).toEqual({
    translation: response.replaceAll("d'", 'd’'),
  });
});
