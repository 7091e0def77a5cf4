import fc from 'fast-check';
import type { JsonSchema } from '../src/receive/checks.ts';
import { documentSchemas } from '../src/receive/document-schemas.ts';
import { anyText } from './documents.ts';

/** Draws documents from the published schemas, as any program may send them. */

type Json = Record<string, unknown>;

const schemas = documentSchemas((name) => ({ $ref: name }));

/** The depth of nested blocks. */
const MAX_LEVELS = 3;

const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 8 });
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));

/** Values of fields for which any text is a valid one, but few make sense. */
const TEXTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom('2026-04-29', '2026-04-29T00:00:00.000Z', '2026-04-29T10:11:12Z'),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '20', 'soon') },
  ),
  code: fc.constantFrom('2705', '1f468-200d-1f4bb'),
  source: fc.constant('<!-- note -->'),
  ...Object.fromEntries(
    // The parts of references.
    'url file space reusableContent spec tag page anchor user collection syntax'
      .split(' ')
      .map((name) => [name, word]),
  ),
  background: fc.constantFrom('default', 'blue', '$primary'),
  color: fc.constantFrom('blue', '$primary'),
  unit: fc.constantFrom('%', 'px'),
};

const plainText = fc.oneof({ weight: 6, arbitrary: words }, { weight: 1, arbitrary: anyText });

/** Draws values of a schema. `name`: of the field that has the value; `levels`: how many blocks may be within it. */
function drawValue(schema: JsonSchema, name: string, levels: number): fc.Arbitrary<unknown> {
  const { $ref, anyOf, const: constant, enum: values, type, items } = schema;
  if ($ref !== undefined) return nodeOf($ref as string, levels);
  const names = anyOf === undefined ? undefined : namesIn(anyOf as JsonSchema[]);
  if (names) return fc.constantFrom(...drawnNames(names, levels)).chain((one) => nodeOf(one, levels));
  if (anyOf) return fc.oneof(...(anyOf as JsonSchema[]).map((one) => drawValue(one, name, levels)));
  if (constant !== undefined) return fc.constant(constant);
  if (values) return fc.constantFrom(...(values as unknown[]));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return TEXTS[name] ?? plainText;
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: 1, max: 4 });
    case 'number':
      return fc.integer({ min: 1, max: 6 });
    case 'array':
      return fc.array(drawValue(items as JsonSchema, name, levels), {
        minLength: levels > 0 ? 1 : 0,
        maxLength: 3,
      });
    case 'object':
      return schema.properties
        ? fc.record(fieldsOf(schema, levels), { requiredKeys: requiredOf(schema) } as object)
        : fc.dictionary(word, drawValue(schema.additionalProperties as JsonSchema, name, levels), {
            maxKeys: 2,
          });
    default:
      throw new Error(`A schema of an unknown form: ${JSON.stringify(schema)}`);
  }
}

const requiredOf = ({ required = [] }: { required?: unknown }): string[] => required as string[];

/** The service assigns keys, and these fields repeat others as they were written. */
const LEFT_OUT = new Set(['key', 'titleSource', 'titleHtml', 'titleSpan', 'alert', 'verbatim', 'level']);

/** Fields that are refused in most places. */
const RARE = new Set(['attributes', 'meta', 'source', 'align']);

const fieldsOf = ({ properties }: JsonSchema, levels: number): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>)
      .filter(([field]) => !LEFT_OUT.has(field))
      .map(([field, schema]) => {
        const drawn = drawValue(schema, field, levels);
        const seldom = { weight: 19, arbitrary: fc.constant(undefined) };
        return [field, RARE.has(field) ? fc.oneof(seldom, { weight: 1, arbitrary: drawn }) : drawn];
      }),
  );

/** Rules about nodes that the schemas do not express. */
const COMPLETED: Readonly<Record<string, (drawn: Json) => Json>> = {
  DocumentMark: ({ data, ...mark }) => ({
    ...mark,
    ...(mark.type === 'color' ? { data: { text: 'red', background: 'default', ...(data as Json) } } : {}),
  }),
  DocumentLeaf: ({ marks = [], ...leaf }) => ({
    ...leaf,
    marks: [...new Map((marks as Json[]).map((mark) => [mark.type, mark])).values()],
  }),
  DocumentInlineExpression: ({ marks = [], ...expression }) => ({
    ...expression,
    marks: [...new Map((marks as Json[]).map((mark) => [mark.type, mark])).values()],
  }),
  DocumentInlineButton: ({ data, ...button }) => {
    const { ref, action, ...look } = data as Json;
    const target = ref === undefined ? { action: action ?? { action: 'ask' } } : { ref };
    return { ...button, data: { ...look, ...target } };
  },
};

/** The names of the schemas of nodes, if the alternatives are nothing but these. */
function namesIn(alternatives: readonly JsonSchema[]): string[] | undefined {
  const names = alternatives.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref as string]));
  return names.length === alternatives.length ? names : undefined;
}

const SIMPLE = ['DocumentText', 'DocumentBlockParagraph'];

/** Half of the nodes are texts and paragraphs; at the greatest depth, all are, or the simplest that is allowed. */
function drawnNames(names: readonly string[], levels: number): readonly string[] {
  const simple = names.find((name) => SIMPLE.includes(name));
  if (levels <= 0) return [simple ?? (names[0] as string)];
  return simple === undefined ? names : [...names, ...names.map(() => simple)];
}

/** These do not count as a level. */
const CHOICES = new Set(['DocumentBlock', 'DocumentInline']);

function nodeOf(name: string, levels: number): fc.Arbitrary<unknown> {
  if (name === 'DocumentBlockTable')
    return levels > 0 ? tableOf(levels - 1) : nodeOf('DocumentBlockParagraph', levels);
  const schema = schemas[name] as JsonSchema;
  const drawn = drawValue(schema, name, CHOICES.has(name) ? levels : levels - 1);
  const complete = COMPLETED[name];
  return complete ? drawn.map((node) => complete(node as Json)) : drawn;
}

const TABLE = (
  schemas.DocumentBlockTable as { properties: { data: { properties: Record<string, JsonSchema> } } }
).properties.data.properties;

const CELLS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  number: fc.integer({ min: 0, max: 99 }),
  rating: fc.integer({ min: 0, max: 5 }),
  checkbox: fc.boolean(),
  select: fc.array(word, { maxLength: 2 }),
  files: fc.array(word, { maxLength: 2 }),
  users: fc.array(word, { maxLength: 2 }),
  'content-ref': word.map((name) => ({ kind: 'url', url: `${name}.md` })),
  image: word.map((name) => ({ kind: 'url', url: `${name}.png` })),
};

/** A table whose view, rows and cells fit its columns. */
function tableOf(levels: number): fc.Arbitrary<unknown> {
  const column = drawValue(
    (TABLE.definition as JsonSchema).additionalProperties as JsonSchema,
    'column',
    levels,
  );
  const cell = fc.array(nodeOf('DocumentBlock', levels), { minLength: 1, maxLength: 2 });
  return fc
    .tuple(
      fc.array(column, { minLength: 1, maxLength: 3 }),
      drawValue(TABLE.view as JsonSchema, 'view', levels),
      fc.integer({ min: 1, max: 3 }),
      fc.record({ fullWidth: fc.boolean(), search: fc.boolean() }, { requiredKeys: [] }),
    )
    .chain(([columns, view, height, look]) => {
      const ids = columns.map((_, at) => `column${at}`);
      const definition = Object.fromEntries(
        columns.map((one, at) => [ids[at], { ...(one as Json), id: ids[at] }]),
      );
      const types = columns.map((one) => (one as { type: string }).type);
      const row = fc.tuple(...types.map((type) => CELLS[type] ?? cell));
      return fc.array(row, { minLength: height, maxLength: height }).map((rows) => {
        const fragments: Json[] = [];
        const records = Object.fromEntries(
          rows.map((cells, at) => {
            const values = cells.map((value, n) => {
              if (types[n] !== 'text') return [ids[n], value];
              const fragment = `cell${at}-${n}`;
              fragments.push({ object: 'fragment', fragment, nodes: value });
              return [ids[n], fragment];
            });
            return [`row${at}`, { orderIndex: String(at), values: Object.fromEntries(values) }];
          }),
        );
        const {
          columnWidths: _,
          targetDefinition,
          coverDefinition,
          coverDefinitionDark,
          ...rest
        } = view as Json;
        const named = Object.fromEntries(
          Object.entries({ targetDefinition, coverDefinition, coverDefinitionDark }).flatMap(
            ([field, value]) => (value === undefined ? [] : [[field, ids[0]]]),
          ),
        );
        const data = { view: { ...rest, ...named, columns: ids }, definition, records, ...look };
        return { object: 'block', type: 'table', data, fragments };
      });
    });
}

/** Blocks of any kind. */
export const schemaBlocks = fc.array(nodeOf('DocumentBlock', MAX_LEVELS), { minLength: 1, maxLength: 2 });
