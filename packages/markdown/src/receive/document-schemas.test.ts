import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocks } from '../../test/documents.ts';
import type { Block, DocumentNode, JSONDocument } from '../document.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { resolveReferences } from '../resolve-references.ts';
import type { JsonSchema } from './checks.ts';
import { documentSchemas } from './document-schemas.ts';
import { BLOCK_RULES, INLINE_RULES } from './node-rules.ts';

const ID = 'https://lectern.test/document';
const schemas = documentSchemas((name) => ({ $ref: `${ID}#/$defs/${name}` }));

/** Refuses fields that no schema declares. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strict(inner)]));
  return 'properties' in value && 'type' in value ? { additionalProperties: false, ...closed } : closed;
}

const validate = new Ajv({ allErrors: false, strict: false }).compile({
  $id: ID,
  $defs: strict(schemas) as Record<string, JsonSchema>,
  type: 'array',
  items: { $ref: `${ID}#/$defs/DocumentBlock` },
});

function typesIn(nodes: readonly DocumentNode[], types = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.object === 'text') continue;
    types.add(node.type);
    typesIn(node.nodes ?? [], types);
    for (const part of node.fragments ?? []) typesIn(part.nodes, types);
  }
  return types;
}

const every = readFileSync(new URL('../../test/every-node.md', import.meta.url), 'utf8');

/** Valid blocks with one fault each. */
const FAULTS: [string, (document: JSONDocument) => void][] = [
  ['an unknown type', ({ nodes }) => Object.assign(nodes[0] as Block, { type: 'paragraf' })],
  ['an unknown field', ({ nodes }) => Object.assign((nodes[0] as Block).data, { colour: 'red' })],
  [
    'a part in the wrong place',
    ({ nodes }) => {
      nodes[0] = { object: 'block', type: 'code-line', isVoid: false, data: {}, nodes: [] };
    },
  ],
];

test('the schemas describe every node of a document as it is returned', () => {
  const { document } = parseMarkdown(every);
  const types = typesIn(document.nodes);
  const known = [...Object.keys(BLOCK_RULES), 'table', ...Object.keys(INLINE_RULES)];
  expect(known.filter((type) => !types.has(type))).toEqual([]);
  const sent = JSON.parse(JSON.stringify(resolveReferences(document, () => undefined).nodes));
  validate(sent);
  expect(validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []).toEqual([]);
});

test('the schemas describe random documents', () => {
  fc.assert(
    fc.property(blocks, (nodes) => {
      validate(JSON.parse(JSON.stringify(nodes)));
      expect(validate.errors ?? []).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test.each(FAULTS)('the schemas refuse %s', (_name, spoil) => {
  const document = structuredClone(parseMarkdown('A paragraph.\n').document);
  expect(validate(document.nodes)).toBe(true);
  spoil(document);
  expect(validate(document.nodes)).toBe(false);
});
