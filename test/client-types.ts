/** Writes the types of the client from the OpenAPI document. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

/** A type that is longer goes onto several lines. */
const MAX_WIDTH = 140;
/** A reason is common if this share of all operations has it. */
const COMMON_SHARE = 0.9;

export function writeClientTypes(document: OpenApiDocument): string {
  const { paths, components } = inlineTexts(document);
  const reasonsOf = ({ responses }: Operation): string[] =>
    Object.values(responses).flatMap((response) => {
      const name = response.$ref?.split('/').at(-1);
      return listReasons(name === undefined ? response : components.responses[name]);
    });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const common = findCommon(operations.map(reasonsOf));
  const changes = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) => (method === 'get' ? [] : [operation])),
  );
  const ofChanges = findCommon(changes.map(reasonsOf)).filter((reason) => !common.includes(reason));
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${keyOf(name)}: ${typeOf(schema, '  ')};\n`,
  );
  const written = Object.entries(paths).map(([path, methods]) => {
    const entries = Object.entries(methods).map(([method, operation]) => {
      const rare = [...new Set(reasonsOf(operation))].filter((reason) => !common.includes(reason)).sort();
      const isChange = ofChanges.every((reason) => rare.includes(reason));
      const own = isChange ? rare.filter((reason) => !ofChanges.includes(reason)) : rare;
      const reasons = [isChange ? 'ChangeReason' : 'CommonReason', ...own.map(quote)].join(' | ');
      return `    /** ${operation.operationId} */\n    ${method}: ${operationType(operation, reasons)};\n`;
    });
    return `  ${quote(path)}: {\n${entries.join('')}  };\n`;
  });
  const text = `// Generated from the OpenAPI document by: npm run generate:client

/** Reasons for which nearly every request can fail. */
export type CommonReason = ${union(common.map(quote), '')};

/** Reasons for which nearly every request that changes something can fail. */
export type ChangeReason = CommonReason | ${union(ofChanges.map(quote), '')};

export interface Schemas {
${schemas.join('')}}

export interface Paths {
${written.join('')}}
`;
  return text.replace(/ +$/gm, '');
}

/** A name for what is any text would only hide that. */
function inlineTexts(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries(document.components.schemas);
  const texts = schemas.filter(
    ([, { type, enum: values, ...rest }]) => type === 'string' && !values && !('const' in rest),
  );
  const references = new Set(texts.map(([name]) => `#/components/schemas/${name}`));
  const inlined = JSON.parse(JSON.stringify(document), (_key, value) =>
    references.has(value?.$ref) ? { type: 'string' } : value,
  ) as OpenApiDocument;
  for (const [name] of texts) delete inlined.components.schemas[name];
  return inlined;
}

function listReasons(response: Response | undefined): string[] {
  const schemas = response?.content?.['application/json']?.schema?.allOf ?? [];
  return schemas.flatMap(
    (schema) => (schema.properties?.error?.properties?.reason?.enum as string[] | undefined) ?? [],
  );
}

function findCommon(lists: readonly string[][]): string[] {
  const isCommon = (reason: string): boolean =>
    lists.filter((list) => list.includes(reason)).length >= COMMON_SHARE * lists.length;
  return [...new Set(lists.flat())].filter(isCommon).sort();
}

function operationType({ parameters = [], requestBody, responses }: Operation, reasons: string): string {
  const indent = '      ';
  const groups = (['path', 'query', 'header'] as const).flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const schema: Schema = {
      type: 'object',
      properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
    return [field(place === 'header' ? 'headers' : place, schema, indent)];
  });
  const body = requestBody?.content['application/json']?.schema;
  if (body) groups.push(field('body', body, indent));
  const fields = [
    `request: ${block(groups, indent)};`,
    `response: ${responseType(responses, indent)};`,
    ...mediaField(responses),
    `reason: ${reasons};`,
  ];
  return `{\n${fields.map((one) => `${indent}${one}\n`).join('')}    }`;
}

/** Optional if nothing in it is required. */
const field = (name: string, schema: Schema, indent: string): string =>
  `${name}${schema.type === 'object' && !schema.required?.length ? '?' : ''}: ${typeOf(schema, `${indent}  `)};`;

const block = (fields: readonly string[], indent: string): string =>
  fields.length === 0
    ? 'Record<never, never>'
    : `{\n${fields.map((one) => `${indent}  ${one}\n`).join('')}${indent}}`;

const successes = (responses: Operation['responses']): Response[] =>
  Object.entries(responses).flatMap(([status, response]) => (/^2/.test(status) ? [response] : []));

/** Of JSON, its value; of nothing, undefined; of everything else, the response itself. */
function responseType(responses: Operation['responses'], indent: string): string {
  const types = successes(responses).map(({ content }) => {
    if (!content) return 'undefined';
    const json = content['application/json'];
    return json ? typeOf(json.schema ?? {}, indent) : 'Response';
  });
  return union([...new Set(types)], indent);
}

/** The other media types, which a caller can accept instead of JSON. */
function mediaField(responses: Operation['responses']): string[] {
  const types = successes(responses).flatMap(({ content = {} }) => Object.keys(content));
  const others = [...new Set(types)].filter((type) => type !== 'application/json');
  return others.length === 0 ? [] : [`media: ${others.map(quote).join(' | ')};`];
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return `Schemas[${quote(schema.$ref.split('/').at(-1) as string)}]`;
  if ('const' in schema) return JSON.stringify(schema.const).replace(/^"(.*)"$/, (_, text) => quote(text));
  if (schema.enum)
    return union(
      schema.enum.map((value) => (typeof value === 'string' ? quote(value) : JSON.stringify(value))),
      indent,
    );
  const parts = [
    ...(schema.anyOf
      ? [
          union(
            schema.anyOf.map((one) => typeOf(one, indent)),
            indent,
          ),
        ]
      : []),
    ...(schema.allOf ?? []).map((one) => typeOf(one, indent)),
    ...(schema.properties || schema.additionalProperties ? [objectType(schema, indent)] : []),
  ];
  if (parts.length === 1) return parts[0] as string;
  if (parts.length > 1) return parts.map((one) => (one.includes(' | ') ? `(${one})` : one)).join(' & ');
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type) => typeOf({ ...schema, type }, indent)),
      indent,
    );
  switch (schema.type) {
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      const { anyOf, allOf } = schema.items ?? {};
      const isObject = item.startsWith('{') && !anyOf && !allOf;
      return /[ |&]/.test(item) && !isObject ? `(${item})[]` : `${item}[]`;
    }
    case 'integer':
    case 'number':
      return 'number';
    case 'object':
      return 'Record<string, unknown>';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const rest =
    typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties, indent)}>`
      : undefined;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)};`,
  );
  if (fields.length === 0) return rest ?? 'Record<string, unknown>';
  const line = `{ ${fields.join(' ').replace(/;$/, '')} }`;
  const written = line.length <= MAX_WIDTH && !line.includes('\n') ? line : block(fields, indent);
  return rest === undefined ? written : `${written} & ${rest}`;
}

function union(types: readonly string[], indent: string): string {
  const unique = [...new Set(types)];
  const line = unique.join(' | ');
  if (line.length <= MAX_WIDTH || unique.some((type) => type.includes('\n'))) return line;
  return unique.map((type) => `\n${indent}  | ${type}`).join('');
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quote(name));
