/** Requests that the public client's own description of the API allows, made from its schemas. */
import { readFileSync } from 'node:fs';
import { type ClientVersion, PACKAGES } from '../oracle.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** A request that the client can send, without its path. */
export interface ClientRequest {
  operation: string;
  /** What distinguishes it from the least request of its operation; empty for that one. */
  title: string;
  query: Record<string, unknown>;
  body?: unknown;
}

/**
 * Returns a value for a text or a number that means something to the service, such as the id of an object, by the
 * names of the fields that lead to it; undefined where any value will do.
 */
export type Meaning = (place: readonly string[], schema: { pattern?: string }) => unknown;

/** The parameter of lists that only a response of the same list can tell. */
const CURSOR = 'page';

/** A value that a schema allows. `at`: what distinguishes it from the least one. */
export interface Sample {
  at: string;
  value: unknown;
}

/**
 * Returns the requests of an operation: the least one, then others that differ from it in one place, for every field,
 * every value of an enumeration and every form of a union; and one with all fields.
 */
export function requestsOf(version: ClientVersion, operationId: string, meaning: Meaning): ClientRequest[] {
  const description = readDescription(version);
  const operation = description.operations.get(operationId);
  if (!operation) return [];
  const generator = new Generator(description.components.schemas, meaning);
  const parameters = (operation.parameters ?? [])
    .map((one) => (one.$ref ? (description.components.parameters[lastPart(one.$ref)] as Parameter) : one))
    .filter((one) => one.in === 'query' && one.name !== CURSOR);
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const queries = generator.samplesOf(query, []);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const bodies = schema ? generator.samplesOf(schema, []) : [];
  const leastQuery = (queries[0]?.value ?? {}) as Record<string, unknown>;
  const [leastBody] = bodies;
  const body = leastBody ? { body: leastBody.value } : {};
  return [
    { operation: operationId, title: '', query: leastQuery, ...body },
    ...queries.slice(1).map(({ at, value }) => ({
      operation: operationId,
      title: `?${at}`,
      query: value as Record<string, unknown>,
      ...body,
    })),
    ...bodies
      .slice(1)
      .map(({ at, value }) => ({ operation: operationId, title: at, query: leastQuery, body: value })),
  ];
}

const descriptions = new Map<ClientVersion, Description & { operations: Map<string, Operation> }>();

function readDescription(version: ClientVersion): Description & { operations: Map<string, Operation> } {
  let description = descriptions.get(version);
  if (!description) {
    const path = new URL(`../../node_modules/${PACKAGES[version]}/spec/openapi.json`, import.meta.url);
    const document = JSON.parse(readFileSync(path, 'utf8')) as Description;
    const operations = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap((one) => (one.operationId === undefined ? [] : [[one.operationId, one] as const]));
    description = { ...document, operations: new Map(operations) };
    descriptions.set(version, description);
  }
  return description;
}

class Generator {
  readonly #schemas: Record<string, Schema>;
  readonly #meaning: Meaning;
  /** The named schemas around the one that is being read: one that contains itself ends there. */
  readonly #open: string[];
  /** The named schemas whose every sample is among the requests already, with the least one. */
  readonly #varied = new Map<string, Sample>();

  constructor(schemas: Record<string, Schema>, meaning: Meaning, without: readonly string[] = []) {
    this.#schemas = schemas;
    this.#meaning = meaning;
    this.#open = [...without];
  }

  /** The least value first. None for a schema that only contains itself. */
  samplesOf(schema: Schema, place: readonly string[]): Sample[] {
    const { nullable = false } = schema;
    const samples = this.#samplesOf(schema, place);
    return nullable ? [...samples, { at: 'null', value: null }] : samples;
  }

  #samplesOf(schema: Schema, place: readonly string[]): Sample[] {
    if (schema.$ref) return this.#named(lastPart(schema.$ref), place);
    const union = schema.oneOf ?? schema.anyOf;
    if (union || schema.allOf) {
      const { properties, required, allOf = [] } = schema;
      const own: Schema = {
        type: 'object',
        ...(properties ? { properties } : {}),
        ...(required ? { required } : {}),
      };
      const parts = [...(properties ? [own] : []), ...allOf];
      const lists = parts.map((part) => this.samplesOf(part, place));
      if (union) lists.push(this.#union(union, place));
      return lists.length === 1 ? (lists[0] as Sample[]) : mergeParts(lists);
    }
    if (schema.const !== undefined) return [{ at: '', value: schema.const }];
    if (schema.enum) return label(schema.enum.map((value) => ({ at: JSON.stringify(value), value })));
    if (Array.isArray(schema.type))
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        place,
      );
    switch (schema.type) {
      case 'null':
        return [{ at: '', value: null }];
      case 'boolean':
        return label([true, false].map((value) => ({ at: String(value), value })));
      case 'integer':
      case 'number':
        return this.#numbers(schema, place);
      case 'string':
        return this.#texts(schema, place);
      case 'array':
        return this.#lists(schema, place);
      default:
        return this.#objects(schema, place);
    }
  }

  #named(name: string, place: readonly string[]): Sample[] {
    if (name === 'Document') return DOCUMENTS;
    if (name === 'JSONDocument') return JSON_DOCUMENTS;
    if (this.#open.includes(name)) return [];
    const least = this.#varied.get(name);
    // What a text means depends on its place, but the least object is the same everywhere.
    if (typeof least?.value === 'object') return [least];
    this.#open.push(name);
    const samples = this.samplesOf(this.#schemas[name] as Schema, place);
    this.#open.pop();
    const [first] = samples;
    if (least !== undefined) return samples.slice(0, 1);
    if (first) this.#varied.set(name, first);
    return samples;
  }

  #union(forms: Schema[], place: readonly string[]): Sample[] {
    return label(
      forms.flatMap((form, index) =>
        this.samplesOf(form, place).map(({ at, value }) => ({
          at: [`form ${index + 1}`, at].filter(Boolean).join(' '),
          value,
        })),
      ),
    );
  }

  #numbers(schema: Schema, place: readonly string[]): Sample[] {
    const meant = this.#meaning(place, schema);
    if (meant !== undefined) return [{ at: '', value: meant }];
    const { minimum = 1, maximum } = schema;
    return [
      { at: '', value: minimum },
      ...(maximum === undefined ? [] : [{ at: String(maximum), value: maximum }]),
    ];
  }

  #texts(schema: Schema, place: readonly string[]): Sample[] {
    const meant = this.#meaning(place, schema);
    if (meant !== undefined) return [{ at: '', value: meant }];
    const { format = '', minLength, maxLength, pattern } = schema;
    const example = FORMATS[format];
    if (example !== undefined) return [{ at: '', value: example }];
    if (pattern !== undefined)
      throw new Error(`No text is known for ${place.join('.')}, which is ${pattern}`);
    const samples = [{ at: '', value: 'text'.slice(0, maxLength) }];
    if (maxLength !== undefined)
      samples.push({ at: `${maxLength} characters`, value: 'x'.repeat(maxLength) });
    if (minLength !== undefined)
      samples.push({ at: `${minLength} characters`, value: 'x'.repeat(minLength) });
    return samples;
  }

  #lists({ items = {}, minItems = 0 }: Schema, place: readonly string[]): Sample[] {
    const samples = this.samplesOf(items, [...place, '0']);
    const lists = samples.map(({ at, value }) => ({
      at: ['0', at].filter(Boolean).join('.'),
      value: [value],
    }));
    const empty = minItems === 0 ? [{ at: 'empty', value: [] }] : [];
    const scalars = [...new Set(samples.map(({ value }) => value))].filter(
      (value) => typeof value !== 'object',
    );
    const several = scalars.length > 1 ? [{ at: 'every value', value: scalars }] : [];
    return label([...lists, ...empty, ...several]);
  }

  #objects(schema: Schema, place: readonly string[]): Sample[] {
    const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
    const fields = Object.entries(properties).map(
      ([name, field]) => [name, this.samplesOf(field, [...place, name])] as const,
    );
    const least: Record<string, unknown> = {};
    const all: Record<string, unknown> = {};
    for (const [name, [first]] of fields) {
      if (first === undefined && required.includes(name)) return [];
      if (first === undefined) continue;
      if (required.includes(name)) least[name] = first.value;
      all[name] = first.value;
    }
    const others = fields.flatMap(([name, samples]) =>
      samples.slice(required.includes(name) ? 1 : 0).map(({ at, value }) => ({
        at: [name, at].filter(Boolean).join('.'),
        value: { ...least, [name]: value },
      })),
    );
    const optional = fields.filter(([name, samples]) => !required.includes(name) && samples.length > 0);
    const keyOf = (): unknown =>
      propertyNames
        ? this.samplesOf(propertyNames, place)[0]?.value
        : (this.#meaning([...place, '*', 'key'], {}) ?? 'key');
    const values =
      typeof additionalProperties === 'object'
        ? this.samplesOf(additionalProperties, [...place, '*']).map(({ at, value }) => ({
            at: ['*', at].filter(Boolean).join('.'),
            value: { ...least, [String(keyOf())]: value },
          }))
        : [];
    return [
      { at: '', value: least },
      ...others,
      ...values,
      ...(optional.length > 1 ? [{ at: 'all fields', value: all }] : []),
    ];
  }
}

/** The first sample is the least one, which needs no words. */
const label = (samples: Sample[]): Sample[] =>
  samples.map((sample, index) => (index === 0 ? { ...sample, at: '' } : sample));

/** Every sample of each part, with the least of the others. */
function mergeParts(lists: Sample[][]): Sample[] {
  if (lists.some((list) => list.length === 0)) return [];
  const least = lists.map(([first]) => first as Sample);
  const merge = (samples: Sample[]) => Object.assign({}, ...samples.map(({ value }) => value)) as object;
  const isAll = ({ at }: Sample) => at.endsWith('all fields');
  const all = lists.map((list) => list.find(isAll) ?? (list[0] as Sample));
  return [
    { at: '', value: merge(least) },
    ...lists.flatMap((list, index) =>
      list.slice(1).map((sample) => ({ at: sample.at, value: merge(least.with(index, sample)) })),
    ),
    ...(lists.filter((list) => list.some(isAll)).length > 1
      ? [{ at: 'all fields of all parts', value: merge(all) }]
      : []),
  ];
}

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const JSON_DOCUMENT = { object: 'document', data: {}, nodes: [paragraph('A text')] };
const JSON_DOCUMENTS: Sample[] = [
  { at: '', value: JSON_DOCUMENT },
  { at: 'without blocks', value: { object: 'document', data: {}, nodes: [] } },
  {
    at: 'with its version',
    value: { ...JSON_DOCUMENT, data: { schemaVersion: 9 }, meta: { token: 'text' } },
  },
];
const DOCUMENTS: Sample[] = [
  { at: '', value: { markdown: 'A text' } },
  ...JSON_DOCUMENTS.map(({ at, value }) => ({
    at: ['blocks', at].filter(Boolean).join(' '),
    value: { document: value },
  })),
  { at: 'empty Markdown', value: { markdown: '' } },
  { at: 'nothing', value: {} },
];

const FORMATS: Record<string, string> = {
  'date-time': new Date().toISOString(),
  date: '2030-01-31',
  // Pictures of other hosts are fetched.
  uri: '{pictureUrl}',
  email: 'somebody@example.com',
  emoji: '1f600',
  icon: 'gear',
  byte: 'YQ==',
};

const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/**
 * Returns the blocks that a document can have at its top, by the names of their schemas. `without`: named schemas that
 * they do not contain.
 */
export function listBlocks(
  version: ClientVersion,
  { meaning, without }: { meaning: Meaning; without: string[] },
): Map<string, Sample[]> {
  const { schemas } = readDescription(version).components;
  // One for all: a block within another is like the one at the top.
  const generator = new Generator(schemas, meaning, without);
  const namesIn = (name: string): string[] => {
    const forms = schemas[name]?.oneOf;
    return forms ? forms.flatMap(({ $ref = '' }) => namesIn(lastPart($ref))) : [name];
  };
  return new Map(
    namesIn('DocumentBlocksTopLevels').map((name) => [name, generator.samplesOf({ $ref: name }, [])]),
  );
}
