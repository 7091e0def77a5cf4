import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocks, documentOf } from '../../test/documents.ts';
import type { Block } from '../document.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { writeMarkdown } from '../write-markdown.ts';
import { hashBlock, hashText } from './block-hash.ts';
import { type MaskedNode, readMasked, writeMasked } from './masked-text.ts';
import type { PageTexts } from './page-texts.ts';
import { findFault, listUnits } from './translate-block.ts';
import { type PageToTranslate, translatePage, type WantedUnit } from './translate-page.ts';

/** Simulates translation runs for one page, with a memory that survives interrupted runs. */
class Run {
  readonly memory = new Map<string, { translation: string; by: 'machine' }>();
  before: PageToTranslate['before'];
  translation: PageTexts | undefined;
  tone = 'default';

  /** `answer` returns undefined where the provider fails. `isCutOff`: the run ends before anything is written. */
  go(source: PageTexts, response: (unit: WantedUnit) => string | undefined, isCutOff = false): void {
    for (const unit of this.#translate(source).wanted) {
      const translation = response(unit);
      if (translation === undefined) continue;
      // Answers that have lost placeholders are used for this run alone, to say what is wrong with them.
      if (findFault(unit.unit, translation) === undefined)
        this.memory.set(unit.key, { translation, by: 'machine' });
    }
    if (isCutOff) return;
    const { page, tracked } = this.#translate(source);
    this.translation = page;
    this.before = { source, translation: page, tracked };
  }

  #translate(source: PageTexts) {
    return translatePage({
      before: this.before,
      source,
      translation: this.translation,
      terms: [],
      tone: this.tone,
      translations: this.memory,
      retries: true,
    });
  }

  get blocks(): Block[] {
    return parseMarkdown(this.translation?.source ?? '').document.nodes;
  }
}

const inGerman = ({ unit }: WantedUnit): string => `de ${unit}`;
const blocksOf = (source: string): Block[] => parseMarkdown(source).document.nodes;
const textOf = (block: Block): string => listUnits(block)[0] ?? '';

describe('whatever happens to a page', () => {
  const words = fc.array(fc.constantFrom(...'alpha beta gamma delta epsilon zeta eta theta'.split(' ')), {
    minLength: 3,
    maxLength: 3,
  });
  const at = fc.nat(6);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('source' as const), at, words }),
    fc.record({ kind: fc.constant('add' as const), at, words }),
    fc.record({ kind: fc.constant('remove' as const), at }),
    fc.record({ kind: fc.constant('move' as const), at, to: at }),
    fc.record({ kind: fc.constant('title' as const), words }),
    fc.record({ kind: fc.constant('edit' as const), at, words }),
    fc.record({ kind: fc.constant('edit-title' as const), words }),
    fc.record({ kind: fc.constant('tone' as const), tone: fc.constantFrom('formal', 'informal') }),
    fc.record({
      kind: fc.constant('run' as const),
      /** Whether each unit has an answer, a broken one, or none. */
      answers: fc.array(fc.constantFrom('good', 'broken', 'none'), { minLength: 1, maxLength: 4 }),
      isCutOff: fc.boolean(),
    }),
  );

  test('no human edit is lost, and in the end every block is current or reported', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 4 }),
        fc.array(step, { maxLength: 14 }),
        (start, steps) => {
          let count = 0;
          // Numbers make blocks distinct: an edit of one of two equal blocks could belong to either of them.
          const numbered = (some: readonly string[]): string => {
            count += 1;
            const number = `${count}`;
            return `${some.join(' ')} \`code${number}\` n${number} m${number} o${number} p${number}`;
          };
          const numberOf = (text: string): string => /p(\d+)$/.exec(text)?.[1] as string;
          let lines = start.map(numbered);
          let title = 'The title';
          const source = (): PageTexts => ({ title, source: `${lines.join('\n\n')}\n` });
          const run = new Run();
          const human = new Map<string, string>();
          let humanTitle: string | undefined;
          run.go(source(), inGerman);
          for (const one of steps) {
            if (one.kind === 'source')
              lines = lines.map((line, index) =>
                index === one.at % lines.length
                  ? line.replace(/^\S+ \S+/, one.words.slice(0, 2).join(' '))
                  : line,
              );
            else if (one.kind === 'add') lines.splice(one.at % (lines.length + 1), 0, numbered(one.words));
            else if (one.kind === 'remove') {
              if (lines.length === 1) continue;
              const [gone] = lines.splice(one.at % lines.length, 1) as [string];
              human.delete(numberOf(gone));
            } else if (one.kind === 'move') {
              const [moved] = lines.splice(one.at % lines.length, 1) as [string];
              lines.splice(one.to % (lines.length + 1), 0, moved);
            } else if (one.kind === 'title') title = one.words.join(' ');
            else if (one.kind === 'tone') run.tone = one.tone;
            else if (one.kind === 'run') {
              let asked = 0;
              const response = (unit: WantedUnit) => {
                asked += 1;
                const kind = one.answers[asked % one.answers.length];
                if (kind === 'none') return undefined;
                return kind === 'good' ? inGerman(unit) : inGerman(unit).replace(/<x[^>]*>/, '');
              };
              run.go(source(), response, one.isCutOff);
            } else if (one.kind === 'edit-title') {
              humanTitle = `Mensch ${one.words.join(' ')}`;
              run.translation = { ...(run.translation as PageTexts), title: humanTitle };
            } else {
              // The person who edits sees the page as the last run left it.
              run.go(source(), inGerman);
              const index = one.at % lines.length;
              const number = numberOf(lines[index] as string);
              const text = `Mensch ${one.words.join(' ')} \`code${number}\` n${number} m${number} o${number} p${number}`;
              human.set(number, text);
              const rest = run.blocks.map((block, position) =>
                position === index ? text : writeMarkdown(documentOf([block])).trim(),
              );
              run.translation = { ...(run.translation as PageTexts), source: `${rest.join('\n\n')}\n` };
            }
          }
          run.go(source(), inGerman);

          const written = run.translation?.source ?? '';
          for (const text of human.values()) expect(written).toContain(text);
          if (humanTitle !== undefined) expect(run.translation?.title).toBe(humanTitle);
          const tracked = run.before?.tracked;
          const present = blocksOf(source().source as string);
          expect(tracked?.blocks).toHaveLength(present.length);
          for (const [index, { of, state, by }] of (tracked?.blocks ?? []).entries()) {
            const isPersons = human.has(numberOf(lines[index] as string));
            expect([by === 'person', ['current', 'edited', 'behind'].includes(state)]).toEqual([
              isPersons,
              true,
            ]);
            // Text that a machine wrote is never behind while the provider answers.
            expect(state === 'behind' ? isPersons : of === hashBlock(present[index] as Block)).toBe(true);
          }
          const { title: ofTitle } = tracked?.texts ?? {};
          expect(ofTitle?.state === 'behind' || ofTitle?.of === hashText(title)).toBe(true);
          for (const [index, block] of run.blocks.entries())
            expect(
              textOf(block).startsWith(human.has(numberOf(lines[index] as string)) ? 'Mensch ' : 'de '),
            ).toBe(true);
          const { before, translation } = run;
          run.go(source(), () => undefined);
          expect([run.translation, run.before]).toEqual([translation, before]);
        },
      ),
    );
  });
});

/** Every way in which one part of an answer can be wrong. The order of parts beside each other may differ. */
const MUTATIONS: Record<string, (nodes: readonly MaskedNode[]) => MaskedNode[][]> = {
  'a placeholder is missing': (nodes) => eachNode(nodes, () => []),
  'a placeholder is there twice': (nodes) => eachNode(nodes, (node) => [node, node]),
  'a placeholder has another number': (nodes) => eachNode(nodes, (node) => [{ ...node, id: node.id + 1000 }]),
  'a placeholder has become another one': (nodes) =>
    eachNode(nodes, (node) => [{ ...node, kind: node.kind === 'x' ? 'g' : 'x' }]),
  'a placeholder stands in itself': (nodes) => eachNode(nodes, (node) => [{ ...node, nodes: [node] }]),
  'what a placeholder surrounds stands beside it': (nodes) =>
    eachNode(
      nodes,
      (node) => [{ ...node, nodes: [] }, ...node.nodes],
      (node) => hasLetters(node.nodes),
    ),
  'something without words surrounds words': (nodes) =>
    eachNode(
      nodes,
      (node) => [{ ...node, nodes: ['words'] }],
      ({ kind }) => kind === 'x',
    ),
  'two placeholders have changed their numbers': (nodes) => {
    const kinds = new Map(
      list(nodes).map(({ id, kind, nodes: inner }) => [id, `${kind}${inner.length > 0}`]),
    );
    const pairs = [...kinds.keys()].flatMap((a) =>
      [...kinds.keys()].filter((b) => a < b).map((b) => [a, b] as const),
    );
    return pairs
      .filter(([a, b]) => kinds.get(a) !== kinds.get(b))
      .map(([a, b]) =>
        renumber(
          nodes,
          new Map([
            [a, b],
            [b, a],
          ]),
        ),
      );
  },
  'a placeholder stands outside of another one': (nodes) =>
    list(nodes).flatMap((outer) => list(outer.nodes).map((inner) => [...without(nodes, inner), inner])),
  'a placeholder stands inside of another one': (nodes) => {
    const top = nodes.filter((node) => typeof node !== 'string');
    return top.flatMap((outer) =>
      top
        .filter((inner) => inner !== outer && outer.kind === 'g')
        .map((inner) =>
          without(nodes, inner).map((node) =>
            node === outer ? { ...outer, nodes: [...outer.nodes, inner] } : node,
          ),
        ),
    );
  },
  'the words are gone': (nodes) => [strip(nodes)],
  'a placeholder is added': (nodes) => [[...nodes, { kind: 'x', id: 999, nodes: [] }]],
};

type Placeholder = Exclude<MaskedNode, string>;

/** The nodes once for each placeholder, with something else in its place. */
function eachNode(
  nodes: readonly MaskedNode[],
  change: (node: Placeholder) => MaskedNode[],
  isMeant: (node: Placeholder) => boolean = () => true,
): MaskedNode[][] {
  return nodes.flatMap((node, index): MaskedNode[][] => {
    if (typeof node === 'string') return [];
    const put = (inner: MaskedNode[]) => [...nodes.slice(0, index), ...inner, ...nodes.slice(index + 1)];
    return [
      ...(isMeant(node) ? [put(change(node))] : []),
      ...eachNode(node.nodes, change, isMeant).map((inner) => put([{ ...node, nodes: inner }])),
    ];
  });
}

const list = (nodes: readonly MaskedNode[]): Placeholder[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...list(node.nodes)]));
const without = (nodes: readonly MaskedNode[], gone: Placeholder): MaskedNode[] =>
  nodes.flatMap((node): MaskedNode[] => {
    if (typeof node === 'string') return [node];
    if (node === gone) return [];
    return [list(node.nodes).includes(gone) ? { ...node, nodes: without(node.nodes, gone) } : node];
  });
const hasLetters = (nodes: readonly MaskedNode[]): boolean => /\p{L}/u.test(textIn(nodes));
const textIn = (nodes: readonly MaskedNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textIn(node.nodes))).join('');
const strip = (nodes: readonly MaskedNode[]): MaskedNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [{ ...node, nodes: strip(node.nodes) }]));
const renumber = (nodes: readonly MaskedNode[], ids: ReadonlyMap<number, number>): MaskedNode[] =>
  nodes.map((node) =>
    typeof node === 'string'
      ? node
      : { ...node, id: ids.get(node.id) ?? node.id, nodes: renumber(node.nodes, ids) },
  );

/** Unlike a correct answer, a mutant can have content in a placeholder without words. */
const writeMutant = (nodes: readonly MaskedNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string' || (node.kind === 'x' && node.nodes.length === 0)
        ? writeMasked([node])
        : `<${node.kind} id="${node.id}">${writeMutant(node.nodes)}</${node.kind}>`,
    )
    .join('');

/** Every way in which the text of an answer can be malformed. */
const TEXT_MUTATIONS: Record<string, (text: string) => string> = {
  'an end is missing': (text) => text.replace(/<\/g>/, ''),
  'a beginning is missing': (text) => text.replace(/<g id="\d+">/, ''),
  'a tag is cut off': (text) => text.replace(/<([xg]) id="\d+"\/?>/, '<$1'),
  'a number is missing': (text) => text.replace(/<([xg]) id="\d+"/, '<$1'),
  'markup was added': (text) => `<b>${text}</b>`,
  'an unescaped character was added': (text) => `${text} <`,
};

describe('an answer is refused when', () => {
  const units = blocks.map((drawn) =>
    parseMarkdown(writeMarkdown(documentOf(drawn))).document.nodes.flatMap(listUnits),
  );
  const FIXED = 'Open <g id="1">the <x id="2"/> page</g> or <x id="3"/>, then <g id="4">save</g> it.';

  test.each(Object.entries(MUTATIONS))('%s, in every unit of any page', (_name, mutate) => {
    expect(mutate(readMasked(FIXED)).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(units, (found) => {
        for (const unit of [FIXED, ...found])
          for (const mutant of mutate(readMasked(unit)))
            expect(findFault(unit, writeMutant(mutant)), `${unit}\n${writeMutant(mutant)}`).toBeDefined();
      }),
      { numRuns: 30 },
    );
  });

  test.each(Object.entries(TEXT_MUTATIONS))('%s, in every unit of any page', (_name, mutate) => {
    expect(mutate(FIXED)).not.toBe(FIXED);
    fc.assert(
      fc.property(units, (found) => {
        for (const unit of [FIXED, ...found]) {
          const mutant = mutate(unit);
          if (mutant !== unit) expect(findFault(unit, mutant), `${unit}\n${mutant}`).toBeDefined();
        }
      }),
      { numRuns: 30 },
    );
  });

  test('it would change the page: the block stays in the language of the source and is reported', () => {
    const source = { title: 'Title', source: 'Run `npm ci` in **your folder**.\n' };
    for (const mutate of Object.values(MUTATIONS))
      for (const mutant of mutate(readMasked('Run <x id="1"/> in <g id="2">your folder</g>.'))) {
        const known = (unit: WantedUnit) => ({
          translation: writeMutant(mutant),
          by: 'machine' as const,
          unit,
        });
        const input = {
          before: undefined,
          source,
          translation: undefined,
          terms: [],
          tone: 'default',
          retries: true,
        };
        const { wanted } = translatePage({ ...input, translations: new Map() });
        const translations = new Map(
          wanted.filter(({ unit }) => unit.startsWith('Run')).map((unit) => [unit.key, known(unit)]),
        );
        const { page, tracked, faults } = translatePage({ ...input, translations });
        expect([page.source, tracked.blocks[0]?.state, faults.length]).toEqual([source.source, 'failed', 1]);
      }
  });
});
