import { undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { type Place, placesIn } from '../editor/input/movable.ts';
import { moveBlocks } from '../editor/input/move-blocks.ts';
import { Session } from '../test/saved-session.ts';

const IS_LONG = process.env.LECTERN_SOAK === '1';

/** Each has the word “moved” once, in a form that the service itself would not write. */
const BLOCKS: Record<string, string> = {
  paragraph: '__moved__ text',
  heading: '### moved',
  bullets: '- moved\n- two',
  numbers: '1) moved\n2) two',
  tasks: '- [x] moved\n- [ ] two',
  quote: '> moved',
  code: '~~~js\nmoved\n~~~',
  hint: '{% hint style="info" %}\n__moved__\n{% endhint %}',
  table: '| A | B |\n|---|:--|\n| moved | __b__ |',
  tabs: '{% tabs %}\n{% tab title="One" %}\n__moved__\n{% endtab %}\n{% endtabs %}',
  expandable: '<details>\n\n<summary>Title</summary>\n\n__moved__\n\n</details>',
  stepper: '{% stepper %}\n{% step %}\n__moved__\n{% endstep %}\n{% endstepper %}',
  columns: '{% columns %}\n{% column %}\n__moved__\n{% endcolumn %}\n{% endcolumns %}',
  updates:
    '{% updates format="full" %}\n{% update date="2026-01-02" %}\n__moved__\n{% endupdate %}\n{% endupdates %}',
  formula: '$$\nmoved\n$$',
  picture: '![moved](https://example.com/a.png)',
  embed: '{% embed url="https://example.com/moved" %}',
  condition: '{% if true %}\n__moved__\n{% endif %}',
  source: '{% unknown a="1" %}\n__moved__\n{% endunknown %}',
};

/** Each has two blocks, between which the moved one was or will be. */
const CONTAINERS: Record<string, (inner: string) => string> = {
  page: (inner) => inner,
  quote: (inner) => inner.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>'),
  hint: (inner) => `{% hint style="info" %}\n${inner}\n{% endhint %}`,
  tab: (inner) => `{% tabs %}\n{% tab title="One" %}\n${inner}\n{% endtab %}\n{% endtabs %}`,
  step: (inner) => `{% stepper %}\n{% step %}\n${inner}\n{% endstep %}\n{% endstepper %}`,
  column: (inner) => `{% columns %}\n{% column %}\n${inner}\n{% endcolumn %}\n{% endcolumns %}`,
  expandable: (inner) => `<details>\n\n<summary>Title</summary>\n\n${inner}\n\n</details>`,
  update: (inner) =>
    `{% updates format="full" %}\n{% update date="2026-01-02" %}\n${inner}\n{% endupdate %}\n{% endupdates %}`,
  condition: (inner) => `{% if true %}\n${inner}\n{% endif %}`,
  item: (inner) => `- ${inner.replace(/\n(?=.)/g, '\n  ')}`,
};

/** The place after the block with a text. */
function placeAfter(doc: Node, text: string): Place {
  const place = placesIn(doc).find(({ parent, index }) => parent.maybeChild(index - 1)?.textContent === text);
  if (!place) throw new Error(`No place after “${text}”.`);
  return place;
}

const pairs = Object.keys(CONTAINERS).flatMap((from) =>
  Object.keys(CONTAINERS)
    .filter((to) => to !== from || from === 'page')
    .map((to) => [from, to] as const),
);
/** Outside of the soak, paragraphs go everywhere, and all others into a hint and an item. */
const isCase = (block: string, from: string, to: string): boolean =>
  IS_LONG || block === 'paragraph' || (from === 'page' && (to === 'hint' || to === 'item'));
const cases = pairs.flatMap(([from, to]) =>
  Object.keys(BLOCKS)
    .filter((block) => isCase(block, from, to))
    .map((block) => ({ block, from, to })),
);

const write = (container: string, inner: string): string =>
  (CONTAINERS[container] as (inner: string) => string)(inner);

describe('a block that is moved', () => {
  it.each(cases)('$block from $from to $to', ({ block, from, to }) => {
    const source = [
      '# Title',
      'Top __text__',
      write(from, `Above __it__\n\n${BLOCKS[block]}\n\nBelow __it__`),
      'Middle __text__',
      write(to, 'First __one__\n\nLast __one__'),
      'End __text__',
    ].join('\n\n');
    const page = new Session(`${source}\n`);
    const { doc } = page.state;
    const { position: start, parent, index } = placeAfter(doc, 'Above it');
    const range = { from: start, to: start + parent.child(index).nodeSize };
    const moved = moveBlocks(page.state, range, placeAfter(doc, 'First one'));
    if (!moved) throw new Error('It was not moved.');
    page.dispatch(moved);
    page.state.doc.check();
    expect(page.state.doc.textContent.split('moved').length).toBe(doc.textContent.split('moved').length);
    page.save();
    for (const words of ['Top', 'Middle', 'End', 'First', 'Last', 'Above', 'Below'])
      expect(page.source).toMatch(new RegExp(`${words} __`));
    expect(page.source.split('moved')).toHaveLength(2);
    if (BLOCKS[block]?.includes('__moved__')) expect(page.source).toContain('__moved__');
    undo(page.state, (transaction) => page.dispatch(transaction));
    expect(page.state.doc.eq(doc)).toBe(true);
    page.save();
    expect(page.source).toBe(`${source}\n`);
  });
});
