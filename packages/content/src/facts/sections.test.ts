import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, it } from 'vitest';
import { readSections } from './sections.ts';

const sectionsOf = (source: string) => readSections(parseMarkdown(source));
const textOf = (source: string): string =>
  sectionsOf(source)
    .map(({ title, text }) => [title, text].filter((part) => part !== '').join('\n'))
    .join('\n');

describe('sections', () => {
  it('begin at each heading, with its anchor; the title and the front matter are no text', () => {
    expect(
      sectionsOf(
        '---\ndescription: Not here\n---\n\n# Page\n\nBefore.\n\n## Use it <a href="#use" id="use"></a>\n\nIn.\n\n### More\n',
      ),
    ).toEqual([
      { title: '', text: 'Before.' },
      { anchor: 'use', title: 'Use it', text: 'In.' },
      { anchor: 'more', title: 'More', text: '' },
    ]);
  });

  it('are none when a page is empty', () => {
    expect(sectionsOf('# Only a title\n')).toEqual([]);
  });

  it('begin at headings within containers too, which end with their container', () => {
    const source = [
      '## Outer',
      'One.',
      '{% tabs %}\n{% tab title="Linux" %}\n### Inner\n\nTwo.\n{% endtab %}\n{% endtabs %}',
      'Three.',
      '{% stepper %}\n{% step %}\n### Step\n\nFour.\n{% endstep %}\n{% endstepper %}',
      '{% columns %}\n{% column %}\n### Left\n\nFive.\n{% endcolumn %}\n{% endcolumns %}',
    ].join('\n\n');
    expect(sectionsOf(source)).toEqual([
      { anchor: 'outer', title: 'Outer', text: 'One.\nLinux\nThree.' },
      { anchor: 'inner', title: 'Inner', text: 'Two.' },
      { anchor: 'step', title: 'Step', text: 'Four.' },
      { anchor: 'left', title: 'Left', text: 'Five.' },
    ]);
  });

  it('go on after the end of a condition', () => {
    expect(sectionsOf('{% if visitor.claims.x %}\n## Inner\n\nOne.\n{% endif %}\n\nTwo.\n')).toEqual([
      { anchor: 'inner', title: 'Inner', text: 'One.\nTwo.' },
    ]);
  });

  it('are made of expandables, whose summaries are asked for like headings', () => {
    expect(
      sectionsOf('## FAQ\n\n<details>\n\n<summary>Why so?</summary>\n\nBecause.\n\n</details>\n\nEnd.\n'),
    ).toEqual([
      { anchor: 'faq', title: 'FAQ', text: 'End.' },
      { anchor: 'why-so', title: 'Why so?', text: 'Because.' },
    ]);
  });

  it('are split when they are long, each part under the same anchor, and nothing is lost', () => {
    const words = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ');
    const sections = sectionsOf(`## Long\n\n${words}\n`);
    expect(sections.length).toBeGreaterThan(3);
    expect(new Set(sections.map(({ anchor, title }) => `${anchor} ${title}`))).toEqual(
      new Set(['long Long']),
    );
    expect(Math.max(...sections.map(({ text }) => text.length))).toBeLessThanOrEqual(4000);
    expect(sections.map(({ text }) => text).join(' ')).toBe(words);
  });

  it('are split without tearing a character', () => {
    const text = `a${'😀'.repeat(5000)}`;
    const parts = sectionsOf(text).map((section) => section.text);
    expect(parts.join('')).toBe(text);
    expect(parts.join(' ')).not.toMatch(/\p{Surrogate}/u);
  });

  it('keep a title short that is written as a heading of many words', () => {
    const [section] = sectionsOf(`## ${'word '.repeat(500)}end\n`);
    expect(section!.title.length).toBeLessThanOrEqual(300);
    expect(section!.text).toMatch(/word end$/);
  });
});

describe('the text of a section', () => {
  it.each([
    ['paragraphs', 'One **two** `three_four`.\n\nFive\nsix.', 'One two three_four.\nFive six.'],
    ['marks within a word', 'un**believ**able', 'unbelievable'],
    ['lists', '* One\n  * Two\n* [ ] Three\n\n1. Four', 'One\nTwo\nThree\nFour'],
    ['quotes', '> One\n>\n> Two', 'One\nTwo'],
    ['hints', '{% hint style="info" %}\nOne\n{% endhint %}', 'One'],
    ['tables', '| A | B |\n| - | - |\n| one **x** | two |\n| three | |', 'A · B\none x · two\nthree'],
    [
      'typed cells that are shown',
      '<table data-view="cards"><thead><tr><th>Name</th><th data-type="select"><select><option value="a" label="First choice" color="blue"></option></select></th><th data-hidden data-card-target data-type="content-ref">Target</th></tr></thead><tbody><tr><td>One<br>two</td><td><span data-option="a"></span></td><td><a href="page.md">page.md</a></td></tr></tbody></table>',
      'Name\nOne\ntwo · First choice',
    ],
    [
      'code',
      '{% code title="src/app.ts" %}\n```ts\nconst a = getUser();\nb();\n```\n{% endcode %}',
      'src/app.ts\nconst a = getUser();\nb();',
    ],
    [
      'pictures',
      '<figure><img src="a.png" alt="A cat"><figcaption><p>It sleeps</p></figcaption></figure>\n\nSee ![icon](b.png) here',
      'A cat\nIt sleeps\nSee  here\nicon',
    ],
    ['footnotes', 'Word[^1] more.\n\n[^1]: The note.', 'Word more.\nThe note.'],
    ['formulas', '$$\na^2\n$$\n\nWith $$b_1$$.', 'a^2\nWith  b_1 .'],
    ['buttons', '<a href="x.md" class="button primary">Begin now</a>', 'Begin now'],
    [
      'link cards with a text of their own',
      '{% content-ref url="a.md" %}\n[Other words](a.md)\n{% endcontent-ref %}',
      'Other words',
    ],
    [
      'link cards that only name their file',
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      '',
    ],
    [
      'embeds',
      '{% embed url="https://www.example.org/talk?x=1" %}\nA talk\n{% endembed %}',
      'example.org/talk\nA talk',
    ],
    [
      'files',
      '{% file src="assets/The%20manual.pdf" %}\nAll of it\n{% endfile %}',
      'The manual.pdf\nAll of it',
    ],
    [
      'operations',
      '{% openapi-operation spec="pets" path="/pets/{id}" method="get" %}\n[Pets](https://example.org)\n{% endopenapi-operation %}',
      'get /pets/{id}\nPets',
    ],
    [
      'blocks of integrations',
      '{% @mermaid/diagram content="graph TD" url="https://example.org/a" %}',
      'graph TD',
    ],
    [
      'prompts',
      '{% prompt description="Write a page" %}\n```\nDo it\n```\n{% endprompt %}',
      'Write a page\nDo it',
    ],
    [
      'updates',
      '{% updates format="full" %}\n{% update date="2026-01-02" %}\n## New\n\nText.\n{% endupdate %}\n{% endupdates %}',
      'New\nText.',
    ],
    ['links without their targets', 'See [the page](../secret-path.md).', 'See the page.'],
    ['emoji', 'Go <span data-tag="emoji" data-code="1f680"></span>', 'Go 🚀'],
    [
      'blocks of HTML',
      '<div class="x" style="color: red">One <b>two</b><p>three &amp; four</p></div>',
      'One two\nthree & four',
    ],
    ['HTML within a line', 'One <u>tw</u>o and List<String>', 'One two and List<String>'],
    [
      'comments and scripts, which are not seen',
      '<!-- hidden -->\n\n<script>\nhidden()\n</script>\n\nSeen',
      'Seen',
    ],
  ])('holds what is seen of %s', (_, source, text) => {
    expect(textOf(source)).toBe(text);
  });
});

describe('hostile sources', () => {
  it.each([
    ['tags that never end', '<div '.repeat(200_000)],
    ['comments that never end', `<div>\n${'<!-- '.repeat(200_000)}`],
    ['scripts that never end', `<div>\n${'<script>'.repeat(100_000)}`],
    ['attributes in a tag', `<div ${'alt="a '.repeat(150_000)}>`],
    ['headings', '## a\n\n'.repeat(30_000)],
    ['a line of a million characters', 'x'.repeat(1_000_000)],
    ['a table of many cells', `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(50_000)}`],
  ])('are read in time that grows with their length: %s', (_, source) => {
    const sections = sectionsOf(source);
    const length = sections.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
    expect(length).toBeLessThanOrEqual(2 * source.length);
  });
});
