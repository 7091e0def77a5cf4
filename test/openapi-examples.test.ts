import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { BODY_EXAMPLES } from '../apps/server/platform/http/openapi-example-bodies.ts';
import { writeOpenApiDocument } from './openapi-document.ts';

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  name: string;
  in: string;
  schema: { $ref?: string };
  example?: unknown;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

const document = JSON.parse(await writeOpenApiDocument()) as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: 'document', components: document.components });

/** A reference is to the document. */
const findErrors = (schema: object, example: unknown): string => {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const validate = ajv.compile(absolute);
  return validate(example) ? '' : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(example)}`;
};

const isJson = (media: Media | undefined): media is Media => media !== undefined;
const mediaOf = ({ requestBody, responses }: Operation): Media[] =>
  [
    requestBody?.content['application/json'],
    ...Object.entries(responses).map(([status, { content }]) =>
      status.startsWith('2') ? content?.['application/json'] : undefined,
    ),
  ].filter(isJson);
const parametersOf = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'path');

/** A parameter that many operations have is shown by its schema. */
const exampleOf = ({ schema, example }: Parameter): unknown =>
  example ?? document.components.schemas[schema.$ref?.split('/').at(-1) ?? '']?.examples?.[0];

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s has examples of what it takes and answers, and they fit',
  (_name, operation) => {
    const places = [
      ...mediaOf(operation).map(({ schema, examples }) => [schema, examples?.example?.value] as const),
      ...parametersOf(operation).map((one) => [one.schema, exampleOf(one)] as const),
    ];
    for (const [schema, example] of places) {
      expect(example).toBeDefined();
      expect(findErrors(schema, example)).toBe('');
    }
    // Nothing is sent, and nothing, a stream or a file comes back.
    const content = operation.responses[200]?.content ?? {};
    const isFile = 'text/event-stream' in content || 'application/zip' in content;
    if (places.length === 0 && !isFile) expect(Object.keys(operation.responses).join()).toMatch(/20[24]/);
  },
);

test('no example is of an operation or of a field that there is not', () => {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const [operationId, example] of Object.entries(BODY_EXAMPLES)) {
    const schema = byId.get(operationId)?.requestBody?.content['application/json']?.schema;
    const { $ref } = schema as { $ref?: string };
    const named = $ref === undefined ? schema : document.components.schemas[$ref.split('/').at(-1) ?? ''];
    const { properties } = named as { properties?: object };
    expect(Object.keys(properties ?? {}), operationId).toEqual(
      expect.arrayContaining(Object.keys(example as object)),
    );
  }
});

test('every tag has a description, and every tag that is described is one', () => {
  const described = document.tags.filter(({ description }) => description).map(({ name }) => name);
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect(described.sort()).toEqual([...used].sort());
});
