import process from 'node:process';
import { isRecord } from '@lectern/std/is-record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaBlocks } from '../../test/schema-documents.ts';
import { joinTexts } from '../canonical.ts';
import { type Block, type DocumentNode, isList, isText, type Leaf } from '../document.ts';
import { asRead } from '../edit/name-tables.ts';
import { editSource } from '../page-source.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { targetOf } from '../write/target.ts';
import { DocumentFault } from './checks.ts';
import { receiveDocument } from './receive-document.ts';

type Json = Record<string, unknown>;

/** The kinds of references. */
const REFERENCES: ReadonlySet<unknown> = new Set(
  'url file reusable-content openapi tag page anchor space user collection'.split(' '),
);

/** Fields that say how something is spelled, or that follow from other fields. */
const SPELLINGS = new Set([
  'alert',
  'form',
  'line',
  'isWithoutTarget',
  'verbatim',
  'titleSource',
  'titleHtml',
]);

/** The values that fields have when they are not written. */
const DEFAULTS: Json = { align: 'start', start: 1, textAlignment: 'left', titleSpan: 1, cardSize: 'medium' };

/** A value as it is read: what is off or empty is not written, and spaces are written in many ways. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return new Date(value).toISOString();
  if (typeof value === 'string')
    return value.replaceAll('\0', '\u{fffd}').replace(/\s+/g, ' ').trim() || undefined;
  if (value === false || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plainOf);
  if (!isRecord(value)) return value;
  if (typeof value.unit === 'string') return value.value;
  if (REFERENCES.has(value.kind)) return targetOf(value as never);
  const fields = Object.entries(value)
    .map(([name, inner]) => [name, plainOf(inner)] as const)
    .filter(([name, inner]) => inner !== undefined && inner !== DEFAULTS[name] && !SPELLINGS.has(name));
  return fields.length === 0 ? undefined : Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const LEVELS: Readonly<Record<string, number>> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

const marksOf = ({ marks = [] }: Partial<Leaf>): string =>
  [...new Set(marks.map(({ type, data }) => JSON.stringify(plainOf({ type, data }))))].sort().join();

/** Words with their marks. Spaces lose theirs at the edge of a marked text. */
function wordsOf(nodes: readonly DocumentNode[]): unknown[] {
  const words: unknown[] = [];
  const add = (character: string, marks: string): void => {
    const last = words.at(-1) as { text: string; marks: string } | undefined;
    if (last?.text !== undefined && last.marks === marks) last.text += character;
    else words.push({ text: character, marks });
  };
  const visit = (some: readonly DocumentNode[]): void => {
    for (const node of joinTexts(some)) {
      // An annotation without a note is its text.
      if (!isText(node) && node.type === 'annotation' && !node.fragments?.length) visit(node.nodes);
      else if (!isText(node)) words.push(describe(node));
      else
        for (const leaf of node.leaves)
          for (const character of (leaf.source ?? leaf.text).replaceAll('\0', '\u{fffd}'))
            if (!/\s/.test(character)) add(character, leaf.source === undefined ? marksOf(leaf) : 'source');
    }
  };
  visit(nodes);
  return words;
}

const isEmpty = (block: Block): boolean =>
  block.type === 'paragraph' || block.type === 'code-line'
    ? wordsOf(block.nodes).length === 0
    : (isList(block) || block.type === 'images') && block.nodes.length === 0;

const describeAll = (blocks: readonly Block[]): unknown[] =>
  blocks.filter((one) => !isEmpty(one)).map(describe);

function describe(node: Exclude<DocumentNode, { object: 'text' }>): Json {
  const { data, meta, attributes } = node;
  const level = LEVELS[node.type];
  // The level that is written decides of which kind a heading is.
  const type = level === undefined ? node.type : `heading ${(data as { level?: number }).level ?? level}`;
  const nodes = (node.nodes ?? []) as readonly DocumentNode[];
  const isText = nodes.every(({ object }) => object !== 'block');
  const fragments = (node.fragments ?? []).map(({ fragment, nodes: inner }) => [
    fragment,
    describeAll(inner as Block[]),
  ]);
  const content = isText ? wordsOf(nodes) : describeAll(nodes as Block[]);
  return JSON.parse(
    JSON.stringify({
      type,
      data: plainOf(node.type === 'integration' ? { ...node.data, url: undefined } : data),
      meta: meta?.isExplicit ? meta.id : undefined,
      // Those of a condition are parts of its expression.
      attributes: type === 'if' ? undefined : plainOf(attributes),
      marks: 'marks' in node ? marksOf(node as unknown as Leaf) : undefined,
      nodes: content.length === 0 ? undefined : content,
      fragments: fragments.filter(([, inner]) => (inner as unknown[]).length > 0).sort(),
    }),
  );
}

/** The first difference of two values, as the keys that lead to it. */
function differenceOf(one: unknown, other: unknown): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined;
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = one.findIndex((item, n) => differenceOf(item, other[n]) !== undefined);
    if (at >= 0) return `${at}.${differenceOf(one[at], other[at])}`;
    return other.length > one.length ? `more: ${JSON.stringify(other.slice(one.length))}` : undefined;
  }
  if (isRecord(one) && isRecord(other)) {
    if (one.type !== other.type) return `type ${one.type} → ${other.type}`;
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      // A client may name the anchor that a text has anyway.
      const inner = key === 'meta' && one.meta === undefined ? undefined : differenceOf(one[key], other[key]);
      if (inner !== undefined) return `${key}.${inner}`;
    }
    return undefined;
  }
  return `${JSON.stringify(one)} → ${JSON.stringify(other)}`;
}

function save(nodes: unknown): { source: string; lost: string | undefined } | { refused: string } {
  try {
    const first = {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ text: 'Begin' }] }],
    };
    const sent = { object: 'document', nodes: [first, ...(nodes as object[])] };
    const wanted = receiveDocument(structuredClone(sent)).nodes;
    const { source } = editSource({ source: '', content: { document: sent } });
    const read = parseMarkdown(source).document.nodes;
    return { source, lost: differenceOf(describeAll(wanted.map(asRead)), describeAll(read.map(asRead))) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { refused: `${error.place} ${error.issue}` };
  }
}

test('whatever the published schemas allow is read back as it was sent, or is refused with its place', () => {
  let saved = 0;
  const runs = process.env.LECTERN_SOAK ? 20_000 : 300;
  fc.assert(
    fc.property(schemaBlocks, (nodes) => {
      const result = save(nodes);
      if ('refused' in result) {
        expect(result.refused).toMatch(/^nodes\.\d/);
        return;
      }
      saved += 1;
      expect(result.lost, result.source).toBeUndefined();
    }),
    { numRuns: runs },
  );
  // Otherwise the property would say little.
  expect(saved).toBeGreaterThan(runs / 5);
});

test.each([
  ['a button that has a target and says that it has none', 'button'],
  ['the attributes of a tag that includes content', 'reusable-content'],
  ['signs in the text after the syntax of code', 'code'],
  ['the width of a stepper, once', 'stepper'],
])('%s is kept', (_name, type) => {
  const text = { object: 'text', leaves: [{ text: 'a' }] };
  const ref = { kind: 'url', url: 'a.md' };
  const paragraph = { object: 'block', type: 'paragraph', nodes: [text] };
  const KEPT: Record<string, object> = {
    button: {
      ...paragraph,
      nodes: [
        {
          object: 'inline',
          type: 'button',
          data: { label: 'a', kind: 'primary', ref, isWithoutTarget: true },
        },
      ],
    },
    'reusable-content': {
      object: 'block',
      type: 'reusable-content',
      data: { ref },
      attributes: { own: '1' },
    },
    code: {
      object: 'block',
      type: 'code',
      data: { syntax: 'sh', info: 'a\\b & c' },
      nodes: [{ object: 'block', type: 'code-line', nodes: [text] }],
    },
    stepper: {
      object: 'block',
      type: 'stepper',
      data: { fullWidth: true },
      nodes: [{ object: 'block', type: 'stepper-step', nodes: [paragraph] }],
    },
  };
  expect(save([KEPT[type]])).toMatchObject({ lost: undefined });
});
