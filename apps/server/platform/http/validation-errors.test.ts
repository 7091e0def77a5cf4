import { Ajv } from 'ajv';
import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import { SpaceMergeRulesSchema } from './merge-rules.schemas.ts';
import { nullable } from './schemas.ts';
import { explainValidation } from './validation-errors.ts';
import type { ValidationIssue } from './validation-issue.ts';

const Sibling = Type.Union([
  Type.Object({ type: Type.Literal('space'), space: Type.String() }),
  Type.Object({ type: Type.Literal('collection'), collection: Type.String() }),
]);
const MoveBody = Type.Object({
  position: Type.Object({ before: Type.Optional(Sibling), after: Type.Optional(Sibling) }),
});
const SourceBody = Type.Object({
  source: Type.Union([
    Type.Object({ url: Type.String() }),
    Type.Object({ text: Type.String({ minLength: 1 }) }),
    Type.Object({ repository: Type.String(), ref: Type.String() }),
  ]),
});
const PatchBody = Type.Object({
  title: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
  mergeRules: Type.Optional(nullable(SpaceMergeRulesSchema)),
});

/** The details of the refusal of a body, “path message” each. */
function explain(schema: TSchema, body: unknown): string[] {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  expect(validate(body)).toBe(false);
  const { details } = explainValidation(validate.errors as ValidationIssue[], 'body', {});
  return (details ?? []).map(({ path, message }) => `${path} ${message}`);
}

test.each([
  [MoveBody, { position: { before: { type: 'space' } } }, ['position.before.space is required']],
  [
    MoveBody,
    { position: { after: { type: 'collection', collection: 5 } } },
    ['position.after.collection must be a string'],
  ],
  [
    MoveBody,
    { position: { before: { type: 'page', page: 'x' } } },
    ['position.before.type must be one of space, collection'],
  ],
  [MoveBody, { position: { before: {} } }, ['position.before.type is required']],
  [Type.Object({ schema: Type.Enum(['current']) }), { schema: 'next' }, ['schema must be “current”']],
  [
    MoveBody,
    { position: { before: { type: 'space' }, after: { type: 'page' } } },
    ['position.before.space is required', 'position.after.type must be one of space, collection'],
  ],
  [PatchBody, { mergeRules: { type: 'rules' } }, ['mergeRules.rules is required']],
  [PatchBody, { mergeRules: { type: 'x' } }, ['mergeRules.type must be one of inherit, none, rules']],
  [
    PatchBody,
    { mergeRules: { type: 'rules', rules: [{ rule: 'custom' }, { rule: 'allow_bypass', users: 1 }] } },
    ['mergeRules.rules.0.expression is required', 'mergeRules.rules.1.users must be an array'],
  ],
  [SourceBody, { source: { text: '' } }, ['source.text must not be empty']],
  [SourceBody, { source: { url: 5 } }, ['source.url must be a string']],
  [SourceBody, { source: {} }, ['source must have url, or text, or repository and ref']],
  [SourceBody, { source: { ref: 'main' } }, ['source must have url or text or repository']],
])('of a form among several, only what the meant one lacks is told: %#', (schema, body, details) => {
  expect(explain(schema, body)).toEqual(details);
});

test.each([
  [{ title: 'long' }, ['title must not be longer than 3 characters, or must be null']],
  [{ title: 5 }, ['title must be a string, or be null']],
  [{ mergeRules: 5 }, ['mergeRules must be an object, or be null']],
])('that it may be null is told where it says what may be written: %j', (body, details) => {
  expect(explain(PatchBody, body)).toEqual(details);
});

test('a value that is wrong in several respects must be right in all of them', () => {
  const Url = nullable(Type.String({ maxLength: 3, pattern: '^https?://' }));
  expect(explain(Type.Object({ url: Url }), { url: 'long' })).toEqual([
    'url must not be longer than 3 characters and must begin with http:// or https://, or must be null',
  ]);
});

test('of a form that may be null, only the fields are told that it lacks', () => {
  const Target = Type.Union([
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
    Type.Object({ kind: Type.Literal('page'), page: Type.String() }),
  ]);
  expect(explain(Type.Object({ to: nullable(Target) }), { to: {} })).toEqual(['to.kind is required']);
});

test.each([
  [5, ['emails must be a string or an object']],
  ['', ['emails must not be empty, or must be an object']],
  [{ email: 5 }, ['emails.email must be a string']],
])('of forms of another kind, all that are allowed are told: %j', (emails, details) => {
  const One = Type.Union([Type.String({ minLength: 1 }), Type.Object({ email: Type.String() })]);
  expect(explain(Type.Object({ emails: One }), { emails })).toEqual(details);
});

test('of a value among several, and null, list all allowed values', () => {
  const Level = nullable(Type.Union([Type.Enum(['admin', 'read']), Type.Literal('inherit')]));
  expect(explain(Type.Object({ level: Level }), { level: 'owner' })).toEqual([
    'level must be one of admin, read, inherit, or be null',
  ]);
});

const Texts = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 3 },
  propertyNames: { enum: ['en', 'fr'] },
  minProperties: 1,
  maxProperties: 2,
});
const NAME = 'is not a known name. Use en, fr';

test.each([
  [{ texts: { xx: 'a' } }, [`texts.xx ${NAME}`]],
  [{ texts: { xx: 'a', en: 'long' } }, [`texts.xx ${NAME}`, 'texts.en must not be longer than 3 characters']],
  [{ texts: {} }, ['texts must not be empty, or must be null']],
  [{ texts: { en: 'a', fr: 'b', xx: 'c' } }, ['texts must not have more than 2 fields', `texts.xx ${NAME}`]],
  [{ texts: 5 }, ['texts must be an object, or be null']],
  [{ names: ['a', 'b', 'a'] }, ['names must not contain a value twice']],
  [{ values: { '': 1 } }, ['values. must have a name']],
  [{ values: { long: 1 } }, ['values.long must not have a name of more than 3 characters']],
])('the names and the number of fields are told in words: %j', (body, details) => {
  const Body = Type.Object({
    texts: Type.Optional(nullable(Texts)),
    names: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    values: Type.Optional(
      Type.Unsafe({ type: 'object', propertyNames: { type: 'string', minLength: 1, maxLength: 3 } }),
    ),
  });
  expect(explain(Body, body)).toEqual(details);
});

test.each([
  [{ markdown: 5 }, ['document.markdown must be a string']],
  [{ markdown: null, more: 1 }, ['document.markdown must be a string']],
  [{ more: 1 }, ['document must have markdown or nodes']],
])('that a form has no fields is not told if a field was meant: %j', (document, details) => {
  const Document = Type.Union([
    Type.Object({ markdown: Type.String() }),
    Type.Object({ nodes: Type.Array(Type.String()) }),
    Type.Object({}, { additionalProperties: false }),
  ]);
  expect(explain(Type.Object({ document: Document }), { document })).toEqual(details);
});

test('of very many offending fields list the outermost', () => {
  const rules = Array.from({ length: 50_000 }, () => ({ rule: 'custom' }));
  const details = explain(PatchBody, { mergeRules: { type: 'rules', rules } });
  expect(details.length).toBeLessThanOrEqual(1000);
  expect(details[0]).toBe('mergeRules.rules must not have more than 50 items');
});
