/** Blocks of every kind in the styles of hand-written repositories and of GitBook. Each `w…` is a word of its own. */
type Chance = () => number;

/** Returns the next numbered word, or several. */
type Words = (count?: number) => string;

type WriteBlock = (words: Words, chance: Chance) => string;

const pick = <Value>(chance: Chance, values: readonly Value[]): Value =>
  values[Math.floor(chance() * values.length)] as Value;

const repeat = <Value>(count: number, write: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => write(i));

function list(marker: (i: number) => string): WriteBlock {
  return (words, chance) => {
    const isLoose = chance() < 0.3;
    const items = repeat(3 + Math.floor(chance() * 3), (i) => {
      const own = marker(i);
      const indent = ' '.repeat(own.length);
      const item = `${own}${words(3)}`;
      const kind = chance();
      if (kind < 0.2) return `${item}\n${indent}${words(2)}`;
      if (kind < 0.4)
        return `${item}\n${indent}- ${words(2)}\n${indent}- ${words(2)}\n${indent}  - ${words(2)}`;
      if (kind < 0.5) return `${item}\n\n${indent}${words(3)}\n\n${indent}> ${words(2)}`;
      if (kind < 0.6) return `${item}\n${indent}1. ${words(2)}\n${indent}2. *${words()}* ${words()}`;
      return item;
    });
    return items.join(isLoose ? '\n\n' : '\n');
  };
}

function table(options: { isAligned?: boolean; isOpen?: boolean }): WriteBlock {
  return (words, chance) => {
    const width = 2 + Math.floor(chance() * 2);
    const rows = repeat(4, () => repeat(width, () => words(1 + Math.floor(chance() * 3))));
    const widths = repeat(width, (i) => String(Math.max(...rows.map((row) => (row[i] ?? '').length)))).map(
      Number,
    );
    const write = (row: readonly string[]): string => {
      const cells = options.isAligned ? row.map((cell, i) => cell.padEnd(widths[i] ?? 0)) : row;
      return options.isOpen ? cells.join(' | ') : `| ${cells.join(' | ')} |`;
    };
    const delimiter = widths.map((length, i) =>
      i === 1 ? ':--' : '-'.repeat(options.isAligned ? length : 3),
    );
    const [head = [], ...body] = rows;
    return [write(head), write(delimiter), ...body.map(write)].join('\n');
  };
}

const htmlTable =
  (newline: string): WriteBlock =>
  (words) => {
    const row = (name: string): string =>
      `<tr>${newline}${repeat(2, () => `<${name}>${words(2)}</${name}>`).join(newline)}${newline}</tr>`;
    return `<table>${newline}<thead>${newline}${row('th')}${newline}</thead>${newline}<tbody>${newline}${repeat(3, () => row('td')).join(newline)}${newline}</tbody>${newline}</table>`;
  };

const prose: WriteBlock = (words, chance) => {
  const lines = repeat(1 + Math.floor(chance() * 4), () =>
    pick<() => string>(chance, [
      () => `${words(5)}. ${words(3)}, ${words(2)}.`,
      () => `${words(2)} *${words(2)}* ${words(2)} **${words()}** ${words()}`,
      () => `${words(2)} [${words(2)}](https://example.com/a) ${words(2)}`,
      () => `${words(2)} __${words(2)}__ \`${words()}\` (${words(2)})`,
      () => `${words(2)} <mark style="color:red;">${words(2)}</mark> ${words()}`,
    ])(),
  );
  return lines.join('\n');
};

const inside =
  (open: string, close: string): WriteBlock =>
  (words, chance) =>
    `${open}\n${pick(chance, [prose, bullets, table({}), code])(words, chance)}\n\n${prose(words, chance)}\n${close}`;

const bullets = list(() => '- ');

const code: WriteBlock = (words) =>
  `\`\`\`js\n${words()}(${words()}, ${words()});\n\n  if (${words()}) {\n\t${words(3)}\n}\n\`\`\``;

const quote: WriteBlock = (words, chance) =>
  pick(chance, [prose, bullets])(words, chance)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

export const HAND_WRITTEN_BLOCKS: Record<string, WriteBlock> = {
  prose,
  'one line': (words) => `${words(12)}.`,
  'hard breaks': (words) => `${words(3)}  \n${words(3)}\\\n${words(3)}`,
  'heading of hashes': (words) => `## ${words(4)}`,
  'underlined heading': (words) => `${words(4)}\n---------`,
  dashes: bullets,
  pluses: list(() => '+ '),
  stars: list(() => '* '),
  numbers: list((i) => `${i + 1}. `),
  'numbers with brackets': list((i) => `${i + 1}) `),
  'equal numbers': list(() => '1.  '),
  tasks: list((i) => `- [${i % 2 ? 'x' : ' '}] `),
  'aligned table': table({ isAligned: true }),
  'unaligned table': table({}),
  'table without outer pipes': table({ isOpen: true }),
  'HTML table in lines': htmlTable('\n'),
  'HTML table in one line': htmlTable(''),
  code,
  'indented code': (words) => `    ${words(3)}\n    ${words()} = ${words()}`,
  'code of tildes': (words) => `~~~\n${words(3)}\n${words(3)}\n~~~`,
  quote,
  'nested quote': (words, chance) =>
    quote(words, chance)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  hint: (words, chance) => inside(`{% hint style="info" %}`, '{% endhint %}')(words, chance),
  alert: (words) => `> [!NOTE]\n> ${words(4)}\n> ${words(3)}`,
  tabs: (words, chance) =>
    `{% tabs %}\n${repeat(2, () => inside(`{% tab title="${words(2)}" %}`, '{% endtab %}')(words, chance)).join('\n\n')}\n{% endtabs %}`,
  steps: (words, chance) =>
    `{% stepper %}\n${repeat(2, () => inside('{% step %}', '{% endstep %}')(words, chance)).join('\n\n')}\n{% endstepper %}`,
  columns: (words, chance) =>
    `{% columns %}\n${repeat(2, () => inside('{% column %}', '{% endcolumn %}')(words, chance)).join('\n\n')}\n{% endcolumns %}`,
  details: (words, chance) =>
    `<details>\n\n<summary>${words(3)}</summary>\n\n${prose(words, chance)}\n\n${bullets(words, chance)}\n\n</details>`,
  'code with a title': (words, chance) =>
    `{% code title="${words(2)}" %}\n${code(words, chance)}\n{% endcode %}`,
  image: (words) => `![${words(3)}](a.png)`,
  figure: (words) =>
    `<figure><img src="a.png" alt="${words(2)}"><figcaption><p>${words(3)}</p></figcaption></figure>`,
  embed: (words) => `{% embed url="https://example.com/v" %}\n${words(3)}\n{% endembed %}`,
  'unknown tags': (words) => `{% weird a="${words(2)}" %}\n${words(3)}\n{% endweird %}`,
};

/** Writes a page of blocks of these kinds. */
export function writePage(kinds: readonly string[], chance: Chance): string {
  let count = 0;
  const words: Words = (length = 1) => repeat(length, () => `w${count++}`).join(' ');
  const blocks = kinds.map((kind) => HAND_WRITTEN_BLOCKS[kind]?.(words, chance) ?? '');
  return `${['# Title', ...blocks].join('\n\n')}\n`;
}
