import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { hashBlock } from './block-hash.ts';
import { followSource, type PageInStep, type Planned, type TrackedBlock } from './follow-source.ts';
import { listUnits, translateBlock } from './translate-block.ts';

const blocksOf = (paragraphs: readonly string[]): Block[] =>
  parseMarkdown(paragraphs.join('\n\n')).document.nodes;
const textOf = (block: Block | undefined): string | undefined => block && listUnits(block)[0];
const toGerman = (block: Block): Block => translateBlock(block, (unit) => `de ${unit}`).block;

interface Page {
  inStep: PageInStep | undefined;
  translation: Block[];
}

/** Does what is planned, with a provider that translates everything or nothing. */
function apply(source: readonly Block[], plan: readonly Planned[], works: boolean): Page {
  const translation: Block[] = [];
  const tracked: TrackedBlock[] = [];
  for (const one of plan) {
    if (one.kind === 'own') {
      translation.push(one.block);
      continue;
    }
    const at = one.kind === 'keep' && !one.block ? null : translation.length;
    if (one.kind === 'keep') {
      if (one.block) translation.push(one.block);
      tracked.push({ ...one.tracked, at });
      continue;
    }
    const of = hashBlock(one.source);
    if (works) {
      translation.push(toGerman(one.source));
      tracked.push({ of, at, by: 'machine', state: 'current', terms: '' });
    } else if (one.former) {
      translation.push(one.former.block);
      tracked.push({ ...one.former.tracked, at, state: 'behind' });
    } else {
      translation.push(one.source);
      tracked.push({ of, at, by: 'machine', state: 'missing', terms: '' });
    }
  }
  return { inStep: { source, translation: [...translation], tracked }, translation };
}

function sync(page: Page, source: readonly Block[], { works = true, retries = true, terms = '' } = {}): Page {
  const { inStep: before, translation } = page;
  return apply(source, followSource({ before, source, translation, termsOf: () => terms, retries }), works);
}

const EMPTY: Page = { inStep: undefined, translation: [] };
const texts = (page: Page) => page.translation.map(textOf);
const states = (page: Page) => page.inStep?.tracked.map(({ state }) => state);
const edit = (page: Page, translation: readonly string[]): Page => ({
  ...page,
  translation: blocksOf(translation),
});

const ABC = blocksOf(['Apple pie', 'Blue sky today', 'Cold water runs']);
const first = () => sync(EMPTY, ABC);

describe('a translated page', () => {
  test('is translated block by block, and then stays as it is', () => {
    const page = first();
    expect(texts(page)).toEqual(['de Apple pie', 'de Blue sky today', 'de Cold water runs']);
    const plan = followSource({
      before: page.inStep,
      source: ABC,
      translation: page.translation,
      termsOf: () => '',
      retries: true,
    });
    expect(plan.map(({ kind }) => kind)).toEqual(['keep', 'keep', 'keep']);
  });

  test('is translated again only where the source has changed', () => {
    const source = blocksOf(['Apple pie', 'Blue sky tomorrow', 'Cold water runs']);
    const page = first();
    const plan = followSource({
      before: page.inStep,
      source,
      translation: page.translation,
      termsOf: () => '',
      retries: true,
    });
    expect(plan.map(({ kind }) => kind)).toEqual(['keep', 'translate', 'keep']);
    const behind = sync(page, source, { works: false });
    expect([texts(behind)[1], states(behind)]).toEqual([
      'de Blue sky today',
      ['current', 'behind', 'current'],
    ]);
    expect(states(sync(behind, source))).toEqual(['current', 'current', 'current']);
  });

  test('keeps what a person wrote, and says that it is behind when the source changes', () => {
    const edited = sync(
      edit(first(), ['de Apple pie', 'Der Himmel ist blau today', 'de Cold water runs']),
      ABC,
    );
    expect([texts(edited)[1], states(edited)]).toEqual([
      'Der Himmel ist blau today',
      ['current', 'edited', 'current'],
    ]);
    const source = blocksOf(['Apple pie', 'Blue sky tomorrow', 'Cold water runs']);
    const behind = sync(edited, source);
    expect([texts(behind)[1], states(behind)]).toEqual([
      'Der Himmel ist blau today',
      ['current', 'behind', 'current'],
    ]);
    expect(states(sync(behind, source))).toEqual(['current', 'behind', 'current']);
    const answered = edit(behind, ['de Apple pie', 'Der Himmel ist blau tomorrow', 'de Cold water runs']);
    expect(states(sync(answered, source))).toEqual(['current', 'edited', 'current']);
    expect(states(sync(sync(behind, source), ABC))).toEqual(['current', 'edited', 'current']);
  });

  test('takes an edit and a change of the source at the same time for an edit of what was there', () => {
    const source = blocksOf(['Apple pie', 'Blue sky tomorrow', 'Cold water runs']);
    const page = sync(
      edit(first(), ['de Apple pie', 'Der Himmel ist blau today', 'de Cold water runs']),
      source,
    );
    expect([texts(page)[1], states(page)?.[1]]).toEqual(['Der Himmel ist blau today', 'behind']);
  });

  test('follows blocks that move, with what people wrote', () => {
    const edited = edit(first(), ['de Apple pie', 'Der Himmel ist blau today', 'de Cold water runs']);
    const moved = sync(edited, [ABC[2], ABC[0], ABC[1]] as Block[]);
    expect(texts(moved)).toEqual(['de Cold water runs', 'de Apple pie', 'Der Himmel ist blau today']);
    expect(states(moved)).toEqual(['current', 'current', 'edited']);
  });

  test('keeps blocks that people added and removed', () => {
    const page = edit(first(), [
      'Eine Notiz',
      'de Apple pie',
      'Noch eine, ganz anders',
      'de Cold water runs',
    ]);
    const synced = sync(page, ABC);
    expect(texts(synced)).toEqual([
      'Eine Notiz',
      'de Apple pie',
      'Noch eine, ganz anders',
      'de Cold water runs',
    ]);
    const again = sync(synced, [ABC[2], ABC[0], ABC[1]] as Block[]);
    expect(texts(again)).toContain('Eine Notiz');
    expect(texts(again)).toContain('Noch eine, ganz anders');
  });

  test('takes a block that was written anew beside a new one for its translation', () => {
    const page = sync(edit(first(), ['de Apple pie', 'Der Himmel', 'Eine Notiz', 'de Cold water runs']), ABC);
    expect(page.inStep?.tracked.map(({ at, state }) => [at, state])).toEqual([
      [0, 'current'],
      [1, 'edited'],
      [3, 'current'],
    ]);
  });

  test('drops what the source no longer has', () => {
    expect(texts(sync(first(), [ABC[0], ABC[2]] as Block[]))).toEqual(['de Apple pie', 'de Cold water runs']);
  });

  test('stays in the language of the source without a provider, and is translated when there is one', () => {
    const page = sync(EMPTY, ABC, { works: false });
    expect([texts(page), states(page)]).toEqual([
      ['Apple pie', 'Blue sky today', 'Cold water runs'],
      ['missing', 'missing', 'missing'],
    ]);
    expect(states(sync(page, ABC, { retries: false }))).toEqual(['missing', 'missing', 'missing']);
    expect(states(sync(page, ABC))).toEqual(['current', 'current', 'current']);
  });

  test('is translated again where a term has changed, but not where a person wrote', () => {
    const page = edit(first(), ['de Apple pie', 'Der Himmel ist blau today', 'de Cold water runs']);
    const source = ABC;
    const plan = followSource({
      before: page.inStep,
      source,
      translation: page.translation,
      termsOf: (block) => (textOf(block)?.startsWith('Cold') ? '' : 'new'),
      retries: false,
    });
    expect(plan.map(({ kind }) => kind)).toEqual(['translate', 'keep', 'keep']);
  });
});

describe('whatever happens', () => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];
  const paragraph = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.constantFrom(...words))
    .map((parts) => parts.join(' '));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('source' as const), at: fc.nat(6), text: paragraph }),
    fc.record({ kind: fc.constant('move' as const), at: fc.nat(6), to: fc.nat(6) }),
    fc.record({ kind: fc.constant('edit' as const), at: fc.nat(6), text: paragraph }),
    fc.record({ kind: fc.constant('sync' as const), works: fc.boolean() }),
  );

  test('an edit of a block that the source keeps is never lost, and every block is current or reported', () => {
    fc.assert(
      fc.property(
        fc.array(paragraph, { minLength: 1, maxLength: 5 }),
        fc.array(step, { maxLength: 12 }),
        (start, steps) => {
          // Numbers make blocks distinct: an edit cannot be assigned to one of two equal ones.
          let count = 0;
          const numbered = (text: string) => {
            count += 1;
            return `${text} n${count} m${count} o${count} p${count}`;
          };
          let source = start.map(numbered);
          let page = sync(EMPTY, blocksOf(source));
          const human = new Map<string, string>();
          for (const one of steps) {
            if (one.kind === 'sync') page = sync(page, blocksOf(source), { works: one.works });
            else if (one.kind === 'move') {
              const from = one.at % source.length;
              const [moved] = source.splice(from, 1) as [string];
              source.splice(one.to % (source.length + 1), 0, moved);
            } else if (one.kind === 'source') {
              const at = one.at % source.length;
              // Half of the words stay: it is the same block.
              source = source.map((text, index) =>
                index === at ? text.replace(/^\S+ \S+/, one.text.split(' ').slice(0, 2).join(' ')) : text,
              );
            } else {
              page = sync(page, blocksOf(source));
              const at = one.at % source.length;
              const mark = (source[at] as string).split(' ').at(-1) as string;
              const text = `Mensch ${one.text} ${mark.replace('p', 'n')} ${mark.replace('p', 'm')} ${mark.replace('p', 'o')} ${mark}`;
              human.set(mark, text);
              page = edit(
                page,
                page.translation.map((block, index) => (index === at ? text : (textOf(block) as string))),
              );
            }
          }
          page = sync(page, blocksOf(source));
          for (const [, text] of human) expect(texts(page)).toContain(text);
          const tracked = page.inStep?.tracked ?? [];
          expect(tracked).toHaveLength(source.length);
          for (const [index, { of, state }] of tracked.entries())
            expect(state === 'behind' || of === hashBlock(blocksOf(source)[index] as Block)).toBe(true);
          expect(sync(page, blocksOf(source))).toEqual(page);
        },
      ),
    );
  });
});
