/**
 * Judges our responses by the public client's own description of the API, in both supported versions. Exactly the
 * agreed relaxations are made: `oneOf` is read as `anyOf`, the variants of `Document` may have more fields,
 * `filesystem` may be a list, a plain Git host has no `installationProvider`, and references only name their revisions.
 * Schemas that no value could satisfy are read as they must be meant (`acceptButtons`), and kinds of blocks are those
 * of both versions.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';

export const CLIENT_VERSIONS = ['0.202.0', '0.143.2'] as const;
export type ClientVersion = (typeof CLIENT_VERSIONS)[number];

export const PACKAGES: Record<ClientVersion, string> = {
  '0.202.0': '@gitbook/api',
  '0.143.2': 'gitbook-api-0.143',
};

/** The prefix of references to the description's own schemas. */
const BASE = 'https://client.example/';

interface Schema {
  [keyword: string]: unknown;
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema }>;
}
interface Operation {
  operationId: string;
  parameters?: (Schema & { $ref?: string; name?: string; in?: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, { name: string; in: string }>;
  };
}
interface Oracle {
  ajv: Ajv;
  description: Description;
  operations: Map<string, Operation>;
}

/** Whether a version of the client has the operation. */
export const knowsOperation = (version: ClientVersion, operationId: string): boolean =>
  openOracle(version).operations.has(operationId);

/** The names of the query parameters and of the fields of the body that a version of the client sends. */
export function parametersOf(version: ClientVersion, operationId: string): string[] {
  const { description, operations } = openOracle(version);
  const { parameters = [], requestBody } = operations.get(operationId) ?? {};
  const { schemas, parameters: named } = description.components;
  const resolved = parameters.map((one) => (one.$ref ? named[lastPart(one.$ref)] : one));
  const query = resolved.flatMap((one) => (one?.in === 'query' && one.name ? [String(one.name)] : []));
  return [...query, ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema))];

  function fieldsOf({ $ref, anyOf, allOf, properties }: Schema): string[] {
    if (typeof $ref === 'string') return fieldsOf(schemas[lastPart($ref)] as Schema);
    const parts = [...((anyOf ?? []) as Schema[]), ...((allOf ?? []) as Schema[])];
    return [...Object.keys(properties ?? {}), ...parts.flatMap(fieldsOf)];
  }
}

/** Returns the statuses of failures that a version of the client declares for an operation. */
export function failuresOf(version: ClientVersion, operationId: string): number[] {
  const { responses = {} } = openOracle(version).operations.get(operationId) ?? {};
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);
}

/**
 * Returns the violations that a version of the client would find in a response; empty if none. `body`: as parsed,
 * undefined for a response without one.
 */
export function validateResponse(
  version: ClientVersion,
  operationId: string,
  status: number,
  body: unknown,
): string[] {
  const { description, operations, ajv } = openOracle(version);
  const operation = operations.get(operationId);
  if (!operation) return [`${operationId} is not an operation of ${version}`];
  const found = operation.responses[status];
  const response = found?.$ref ? description.components.responses[lastPart(found.$ref)] : found;
  if (!response) {
    // The descriptions leave out most failures, which all have the same form.
    return status >= 400
      ? validateError(status, body)
      : [`${operationId} has no status ${status} in ${version}`];
  }
  const schema = response.content?.['application/json']?.schema;
  if (!schema)
    return body === undefined ? [] : [`${operationId} has no body with status ${status} in ${version}`];
  return check(ajv, `${operationId} ${status}`, schema, body);
}

/** Returns the violations of the named schema of one version in a value. Throws if there is no such schema. */
export function validateSchema(version: ClientVersion, name: string, value: unknown): string[] {
  const { ajv, description } = openOracle(version);
  if (!description.components.schemas[name]) throw new Error(`${version} has no schema “${name}”.`);
  return check(ajv, name, { $ref: `${BASE}#/components/schemas/${name}` }, value);
}

/** Returns the violations in every version that has a schema with this name. */
export function violationsOfClientSchema(name: string, value: unknown): string[] {
  const knowing = CLIENT_VERSIONS.filter(
    (version) => openOracle(version).description.components.schemas[name],
  );
  if (knowing.length === 0) throw new Error(`No version of the client has a schema “${name}”.`);
  return knowing.flatMap((version) =>
    validateSchema(version, name, value).map((violation) => `${version} ${violation}`),
  );
}

function check(ajv: Ajv, key: string, schema: Schema, value: unknown): string[] {
  const id = `${BASE}checked/${encodeURIComponent(key)}`;
  const validate = ajv.getSchema(id) ?? ajv.compile({ ...schema, $id: id });
  validate(value);
  return withoutOtherVariants(validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * For a union distinguished by `type`, `object` or `kind`, keeps only the errors of the intended variant. The union's
 * own error always stays, at the end.
 */
function withoutOtherVariants(errors: ErrorObject[]): ErrorObject[] {
  const others = errors.flatMap(({ keyword, instancePath, schemaPath }) => {
    const match = /^(.*)\/(?:type|object|kind)$/.exec(instancePath);
    const isTag = match && (keyword === 'enum' || keyword === 'const');
    return isTag
      ? [{ path: match[1] as string, schema: schemaPath.replace(/\/properties\/\w+\/\w+$/, '') }]
      : [];
  });
  const told = errors.filter(
    ({ keyword, instancePath, schemaPath }) =>
      keyword === 'anyOf' ||
      !others.some(({ path, schema }) => instancePath.startsWith(path) && schemaPath.startsWith(schema)),
  );
  return told.sort((one, other) => Number(one.keyword === 'anyOf') - Number(other.keyword === 'anyOf'));
}

function validateError(status: number, body: unknown): string[] {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const isShaped = error?.code === status && typeof error.message === 'string' && error.message.length > 0;
  return isShaped ? [] : [`${status} does not have the shape of an error: ${JSON.stringify(body)}`];
}

const oracles = new Map<ClientVersion, Oracle>();

function openOracle(version: ClientVersion): Oracle {
  let oracle = oracles.get(version);
  if (!oracle) {
    const path = new URL(`../node_modules/${PACKAGES[version]}/spec/openapi.json`, import.meta.url);
    const source = readFileSync(path, 'utf8')
      .replaceAll('"oneOf":', '"anyOf":')
      // References remain valid when a schema is taken out of the document.
      .replaceAll('"$ref": "#/', `"$ref": "${BASE}#/`);
    const description = relax(version, JSON.parse(source, readNullable) as Description);
    // Most schemas validate only a few responses: optimizing the code takes longer than running it.
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false, code: { optimize: false } });
    addFormats.default(ajv);
    ajv.addSchema({ $id: BASE, components: description.components });
    const operations = Object.values(description.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => operationId !== undefined)
      .map((operation) => [operation.operationId, operation] as const);
    oracle = { ajv, description, operations: new Map(operations) };
    oracles.set(version, oracle);
  }
  return oracle;
}

/** The older version has `nullable` beside a `$ref`, which JSON Schema cannot express. */
function readNullable(_key: string, value: unknown): unknown {
  const schema = value as Schema | null;
  return schema?.nullable === true && typeof schema.$ref === 'string'
    ? { anyOf: [{ $ref: schema.$ref }, { type: 'null' }] }
    : value;
}

function relax(version: ClientVersion, description: Description): Description {
  const { schemas } = description.components;
  acceptButtons(schemas);
  acceptSlimRevisions(schemas);
  acceptTranslationSettings(schemas);
  if (version !== CLIENT_VERSIONS[0]) {
    acceptNewerBlocks(schemas);
    acceptNewerOrigins(schemas);
  }
  for (const variant of (schemas.Document as Schema).anyOf as Schema[]) delete variant.additionalProperties;
  visit(description, (schema) => {
    const properties = schema.properties as Record<string, Schema> | undefined;
    if (properties?.filesystem) properties.filesystem = { anyOf: [properties.filesystem, { type: 'array' }] };
    if (properties?.installationProvider && Array.isArray(schema.required)) {
      schema.required = schema.required.filter((name) => name !== 'installationProvider');
    }
  });
  return description;
}

/**
 * The newer version requires a button's label and kind, and at the same time forbids all fields but its target: no
 * button at all would be valid.
 */
function acceptButtons(schemas: Record<string, Schema>): void {
  const { data } = (schemas.DocumentInlineButton as Schema).properties as { data: { allOf: Schema[] } };
  for (const part of data.allOf)
    for (const variant of (part.anyOf ?? []) as Schema[]) delete variant.additionalProperties;
}

/** The specification gives the object another name, and allows only a title in it. */
function acceptTranslationSettings(schemas: Record<string, Schema>): void {
  const { properties, required } = schemas.Translation as {
    properties: { object: { enum: string[] } };
    required: string[];
  };
  properties.object.enum = ['translation-settings'];
  for (const name of ['source', 'language']) required.splice(required.indexOf(name), 1);
}

/** A reference names the revision that it leads through, and does not repeat the content of that revision. */
function acceptSlimRevisions(schemas: Record<string, Schema>): void {
  const { properties } = schemas.ContentLocationRevisionContext as { properties: Record<string, Schema> };
  properties.revision = {
    type: 'object',
    required: ['object', 'id', 'type'],
    properties: { object: { enum: ['revision'] }, id: { type: 'string' }, type: { type: 'string' } },
  };
}

/** Enumerations accept the union of both versions, and so do kinds of blocks: the newer version judges its own. */
function acceptNewerBlocks(schemas: Record<string, Schema>): void {
  const newer = openOracle(CLIENT_VERSIONS[0]).description.components.schemas;
  const blocksOf = (all: Record<string, Schema>) =>
    (all.DocumentBlocksTopLevels as Schema).anyOf as (Schema & { $ref: string })[];
  const known = blocksOf(schemas).map(({ $ref }) => $ref);
  const types = blocksOf(newer)
    .filter(({ $ref }) => !known.includes($ref))
    .map(({ $ref }) => ((newer[lastPart($ref)] as Schema).properties as { type: Schema }).type);
  ((schemas.DocumentBlocksTopLevels as Schema).anyOf as Schema[]).push({
    required: ['type'],
    properties: { type: { anyOf: types } },
  });
}

/** The older version cannot say that a role on a site comes from the site: the newer version judges its own variant. */
function acceptNewerOrigins(schemas: Record<string, Schema>): void {
  const newer = openOracle(CLIENT_VERSIONS[0]).description.components.schemas;
  const { origin } = (schemas.UserSitePermission as Schema).properties as { origin: { anyOf: Schema[] } };
  origin.anyOf.push(newer.UserSitePermissionSiteOrigin as Schema);
}

function visit(value: unknown, see: (schema: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) see(value as Schema);
  for (const child of Object.values(value)) visit(child, see);
}

const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
