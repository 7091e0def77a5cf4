import { cutText } from '../../content/documents/limits.ts';
import { listMethods } from '../list-methods.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { writeCodeSamples } from './code-samples.ts';
import type { Direction } from './example-value.ts';
import { listExamples } from './examples.ts';
import type {
  BodyReference,
  ContentReference,
  FieldReference,
  OperationReference,
  ParameterPlace,
  ParameterReference,
  ResponseReference,
} from './operation-reference.ts';
import { readReferenceText } from './read-text.ts';
import { sampleRequest } from './sample-request.ts';
import { SchemaReader } from './schema-reader.ts';
import { listSecurity, listServers } from './servers-and-security.ts';

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie'];
const MAX_CONTENTS = 20;
const MAX_RESPONSES = 100;
const MAX_CALLBACKS = 20;

interface FoundOperation {
  kind: OperationReference['kind'];
  method: string;
  path: string;
  item: Json;
  operation: Json;
}

/** What is read before it is known what examples there are. */
interface Draft extends Omit<OperationReference, 'samples' | 'body' | 'responses' | 'callbacks'> {
  body: (Omit<BodyReference, 'contents'> & { contents: ContentDraft[] }) | undefined;
  responses: (Omit<ResponseReference, 'contents'> & { contents: ContentDraft[] })[];
  callbacks: Draft[];
}

interface ContentDraft extends Omit<ContentReference, 'examples'> {
  source: Json;
}

/** Describes an operation for readers. Bounded, however much of the spec it refers to. */
export function describeOperation(spec: Json, found: FoundOperation): OperationReference {
  const reader = new SchemaReader(spec);
  const draft = readOperation({ spec, reader }, found);
  reader.finish();
  const operation = finish(spec, draft);
  const request = found.kind === 'operation' ? sampleRequest(operation) : undefined;
  return { ...operation, samples: request ? writeCodeSamples(request) : [] };
}

interface Source {
  spec: Json;
  reader: SchemaReader;
}

function readOperation(source: Source, found: FoundOperation): Draft {
  const { kind, method, path, item, operation } = found;
  const { spec } = source;
  const { summary } = operation;
  return {
    kind,
    method,
    path,
    title: typeof summary === 'string' && summary.trim() !== '' ? cutText(summary.trim(), 300) : undefined,
    description: readReferenceText(operation.description),
    isDeprecated: operation.deprecated === true,
    servers: kind === 'operation' ? listServers(operation.servers ?? item.servers ?? spec.servers) : [],
    security: kind === 'operation' ? listSecurity(spec, operation.security ?? spec.security) : [],
    parameters: readParameters(source, found),
    body: readBody(source, operation.requestBody),
    responses: Object.entries(recordOf(operation.responses))
      .filter(([status]) => !status.startsWith('x-'))
      .slice(0, MAX_RESPONSES)
      .map(([status, value]) => readResponse(source, status, resolve(spec, value))),
    callbacks: kind === 'operation' ? readCallbacks(source, operation.callbacks) : [],
  };
}

/**
 * The parameters of an operation replace those of its path that have the same name and place. Those that the path has,
 * and nothing declares, are added.
 */
function readParameters(
  { spec, reader }: Source,
  { kind, item, operation, path }: FoundOperation,
): ParameterReference[] {
  const byName = new Map<string, Json>();
  for (const value of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = resolve(spec, value);
    if (typeof parameter.name === 'string')
      byName.set(`${String(parameter.in)}/${parameter.name}`, parameter);
  }
  // The addresses of webhooks and callbacks are no templates of their parameters.
  const template = kind === 'operation' ? path : '';
  for (const [, name = ''] of template.matchAll(/\{([^{}]{1,200})\}/g))
    if (!byName.has(`path/${name}`)) byName.set(`path/${name}`, { name, in: 'path' });
  return [...byName.values()].flatMap((parameter): ParameterReference[] => {
    const place = PLACES.find((one) => one === parameter.in);
    if (!place) return [];
    const isRequired = parameter.required === true || place === 'path';
    return [{ place, ...readField(reader, String(parameter.name), parameter), isRequired }];
  });
}

/** A parameter or header: what it says itself goes before what its schema says. */
function readField(reader: SchemaReader, name: string, parameter: Json): FieldReference {
  const [content] = Object.values(recordOf(parameter.content));
  const schema = reader.read(parameter.schema ?? recordOf(content).schema ?? {});
  const description = readReferenceText(parameter.description);
  return {
    name: cutText(name, 200),
    isRequired: parameter.required === true,
    schema: {
      ...schema,
      ...(description ? { description } : {}),
      ...(parameter.deprecated === true ? { isDeprecated: true } : {}),
      ...('example' in parameter ? { example: parameter.example } : {}),
    },
  };
}

function readBody(source: Source, value: unknown): Draft['body'] {
  const body = resolve(source.spec, value);
  if (Object.keys(body).length === 0) return undefined;
  return {
    description: readReferenceText(body.description),
    isRequired: body.required === true,
    contents: readContents(source, body),
  };
}

const readResponse = (source: Source, status: string, response: Json): Draft['responses'][number] => ({
  status: cutText(status, 20),
  description: readReferenceText(response.description),
  headers: Object.entries(recordOf(response.headers)).map(([name, value]) =>
    readField(source.reader, name, resolve(source.spec, value)),
  ),
  contents: readContents(source, response),
});

const readContents = ({ spec, reader }: Source, { content }: Json): ContentDraft[] =>
  Object.entries(recordOf(content))
    .slice(0, MAX_CONTENTS)
    .map(([mediaType, value]) => {
      const found = resolve(spec, value);
      const schema = found.schema ?? (found.itemSchema && { type: 'array', items: found.itemSchema });
      return {
        mediaType: cutText(mediaType, 200),
        schema: schema === undefined ? undefined : reader.read(schema),
        source: found,
      };
    });

const readCallbacks = (source: Source, callbacks: unknown): Draft[] =>
  Object.values(recordOf(callbacks))
    .flatMap((value) => Object.entries(resolve(source.spec, value)))
    .filter(([address]) => !address.startsWith('x-'))
    .flatMap(([path, value]) => {
      const item = resolve(source.spec, value);
      return listMethods(item).map(([method, operation]) => ({
        kind: 'callback' as const,
        method,
        path,
        item,
        operation,
      }));
    })
    .slice(0, MAX_CALLBACKS)
    .map((found) => readOperation(source, found));

/** Examples are made of schemas that are read to their end. */
function finish(spec: Json, draft: Draft): OperationReference {
  const addExamples =
    (direction: Direction) =>
    ({ source, ...content }: ContentDraft): ContentReference => ({
      ...content,
      examples: listExamples(spec, source, { schema: content.schema, direction }),
    });
  const { body, responses, callbacks } = draft;
  // Whoever answers a webhook is the reader.
  const isIncoming = draft.kind !== 'operation';
  const [asked, answered]: Direction[] = isIncoming ? ['response', 'request'] : ['request', 'response'];
  return {
    ...draft,
    body: body && { ...body, contents: body.contents.map(addExamples(asked as Direction)) },
    responses: responses.map((response) => ({
      ...response,
      contents: response.contents.map(addExamples(answered as Direction)),
    })),
    callbacks: callbacks.map((callback) => finish(spec, callback)),
    samples: [],
  };
}
