import { shortenText } from '@lectern/std/cut-text';
import { isJsonType } from '../examples/media-types.ts';
import { codeOf, escapeText, oneLine } from '../markdown-text.ts';
import { type ContentGroup, groupContents } from './group-contents.ts';
import type {
  Alternatives,
  ChangelogReference,
  CodeSample,
  Condition,
  EncodingReference,
  ExternalDocs,
  ExternalExample,
  FieldReference,
  FlowUrl,
  LimitName,
  LinkReference,
  OAuthFlow,
  OperationReference,
  ParameterReference,
  ReferenceText,
  SchemaReference,
  SecurityReference,
  ServerReference,
  ShownExample,
  SpecReference,
} from './operation-reference.ts';

const NOT_SHOWN = '*More is not shown here.*';

/** A part of a spec as Markdown, below a heading of the level two. */
export function writeReference(reference: SpecReference): string {
  if (reference.kind === 'changelog') return writeChanges(reference);
  const parts =
    reference.kind === 'schemas'
      ? reference.schemas.flatMap(({ name, schema, example }) => [
          `## ${escapeText(name)}`,
          ...writeContents({
            schema,
            contents: [{ mediaType: '', schema, examples: example ? [example] : [] }],
          }),
        ])
      : writeOperation(reference);
  const blocks = reference.isCut ? [...parts, NOT_SHOWN] : parts;
  return `${blocks.join('\n\n')}\n`;
}

function writeChanges({ isKnown, text }: ChangelogReference): string {
  if (text) return text.markdown;
  return isKnown ? 'No changes to this API are known yet.\n' : 'There is no description of this API.\n';
}

function writeOperation(operation: OperationReference): string[] {
  const { method, path, title, labels = [], description, isDeprecated, servers, security } = operation;
  const { parameters, body, responses, callbacks, samples, sentExample } = operation;
  return [
    ...(title === undefined ? [] : [`## ${escapeText(title)}`]),
    codeOf(`${method.toUpperCase()} ${path}`),
    ...(labels.length > 0 ? [`*${labels.map(escapeText).join(' · ')}*`] : []),
    ...(isDeprecated ? ['**Deprecated.**'] : []),
    ...(description ? [description.markdown] : []),
    ...(operation.externalDocs ? [`See ${writeDocs(operation.externalDocs)}`] : []),
    ...writeServers(servers),
    ...writeSecurity(security),
    ...writeParameters(parameters),
    ...(body
      ? [
          `### Request body${body.isRequired ? '' : ' (optional)'}`,
          ...(body.description ? [body.description.markdown] : []),
          ...groupContents(body.contents).flatMap(writeContents),
        ]
      : []),
    ...(responses.length > 0 ? ['### Responses'] : []),
    ...responses.flatMap(({ status, description: text, headers, contents, links = [] }) => [
      `#### ${escapeText(status)}`,
      ...(text ? [text.markdown] : []),
      ...(headers.length > 0 ? ['**Headers**', writeFields(headers, 0)] : []),
      ...groupContents(contents).flatMap(writeContents),
      ...(links.length > 0 ? ['**Links**', links.map(writeLink).join('\n')] : []),
    ]),
    ...(callbacks.length > 0 ? ['### Callbacks'] : []),
    ...callbacks.flatMap(writeOperation),
    ...writeSamples(samples, sentExample),
  ];
}

/** The samples of the spec, or else ours. */
function writeSamples(samples: readonly CodeSample[], sentExample: string | undefined): string[] {
  const given = samples.filter(({ isGiven }) => isGiven);
  const shown = given.length > 0 ? given : samples.slice(0, 1);
  if (shown.length === 0) return [];
  return [
    '### Example request',
    ...(sentExample === undefined ? [] : [`Sends the example “${escapeText(sentExample)}”.`]),
    ...shown.flatMap(({ title, syntax, code }) => [
      ...(given.length > 0 ? [`${escapeText(title)}:`] : []),
      fence(code, syntax),
    ]),
  ];
}

function writeServers(servers: readonly ServerReference[]): string[] {
  if (servers.length === 0) return [];
  const isPlain = servers.every(({ description, variables }) => !description && variables.length === 0);
  if (isPlain) return [`**Servers:** ${servers.map(({ url }) => codeOf(url)).join(', ')}`];
  const about = (text: ReferenceText | undefined): string => (text ? `: ${oneLine(text.markdown)}` : '');
  const lines = servers.flatMap(({ url, description, variables }) => [
    `* ${codeOf(url)}${about(description)}`,
    ...variables.map(({ name, value, choices, choicesLeftOut, description: text }) => {
      const all = [...choices.map(codeOf), ...writeLeftOut(choicesLeftOut)];
      const values = all.length > 0 ? `. Values: ${all.join(', ')}` : '';
      return `  * ${codeOf(name)}${about(text).replace(/\.$/, '')}. Default: ${codeOf(value)}${values}`;
    }),
  ]);
  return ['**Servers:**', lines.join('\n')];
}

const writeLink = ({ name, description, operation, parameters }: LinkReference): string =>
  [
    `* ${codeOf(name)} (${escapeText(operation)})${description ? `: ${oneLine(description.markdown)}` : ''}`,
    ...parameters.map(([parameter, value]) => `  * ${codeOf(parameter)}: ${codeOf(value)}`),
  ].join('\n');

function writeSecurity(security: OperationReference['security']): string[] {
  if (security.length === 0) return [];
  const ways = security.map((schemes) =>
    schemes.length === 0
      ? 'none'
      : schemes
          .map(({ name, kind, scopes, isDeprecated }) => {
            const needed = scopes.length > 0 ? `: ${scopes.map(codeOf).join(', ')}` : '';
            return `${kind === '' ? codeOf(name) : escapeText(kind)}${isDeprecated ? ' (deprecated)' : ''}${needed}`;
          })
          .join(' and '),
  );
  const schemes = new Map(security.flat().map((scheme) => [scheme.name, scheme]));
  return [`**Authentication:** ${ways.join('; or ')}`, ...[...schemes.values()].flatMap(writeScheme)];
}

/** The description of a scheme, and where to get its tokens. */
function writeScheme({ name, description, discoveryUrl, flows = [] }: SecurityReference): string[] {
  const lines = [
    ...(discoveryUrl === undefined ? [] : [`* Discovery: ${codeOf(discoveryUrl)}`]),
    ...flows.map(writeFlow),
  ];
  return [
    ...(description ? [`${codeOf(name)}: ${description.markdown}`] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ];
}

/** A way to get a token, with what its scopes allow. */
export const writeFlow = ({ title, urls, scopes, scopesLeftOut }: OAuthFlow): string =>
  [
    `* ${escapeText(title)}`,
    ...urls.map(([use, url]) => `  * ${FLOW_URLS[use]}: ${codeOf(url)}`),
    ...scopes.map(
      ({ name, description }) =>
        `  * Scope ${codeOf(name)}${description === '' ? '' : `: ${oneLine(description)}`}`,
    ),
    ...writeLeftOut(scopesLeftOut).map((text) => `  * ${text}`),
  ].join('\n');

const FLOW_URLS: Record<FlowUrl, string> = {
  authorization: 'Authorization',
  token: 'Token',
  refresh: 'Refresh',
};

const PLACES: readonly [ParameterReference['place'], string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['querystring', 'Query string'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
];

const writeParameters = (parameters: readonly ParameterReference[]): string[] =>
  PLACES.flatMap(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.place === place);
    return here.length > 0 ? [`### ${title}`, writeFields(here, 0)] : [];
  });

function writeContents({ schema, contents }: ContentGroup): string[] {
  const fields = schema ? writeParts(schema, 0) : '';
  const mediaTypes = contents.map(({ mediaType }) => mediaType).filter((name) => name !== '');
  const names = mediaTypes.map(codeOf).join(', ');
  const isOne = contents.length === 1;
  return [
    ...(names === '' ? [] : [`${names}${schema ? ` · ${writeType(schema)}` : ''}`]),
    ...(schema ? writeContentNotes(schema, contents) : []),
    ...(fields === '' ? [] : [fields]),
    ...contents.flatMap(({ encodings = [] }) => encodings.flatMap(writeEncoding)),
    ...contents.flatMap(({ mediaType, examples }) =>
      examples.flatMap(({ title, description, text }) => {
        const about = [...(isOne ? [] : [codeOf(mediaType)]), ...(title === '' ? [] : [escapeText(title)])];
        const code = fence(text, isJson(text) ? 'json' : '');
        const described = description ? [description.markdown] : [];
        return about.length === 0 ? [...described, code] : [`${about.join(' · ')}:`, ...described, code];
      }),
    ),
    ...contents.flatMap(({ externalExamples = [] }) =>
      externalExamples.flatMap((example) => [
        `Example: ${writeExternalExample(example)}`,
        ...(example.description ? [example.description.markdown] : []),
      ]),
    ),
  ];
}

/** Whether an address can be opened from any page. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

const writeExternalExample = ({ title, url }: ExternalExample): string =>
  isWebAddress(url) ? `[${escapeText(title)}](<${url}>)` : `${escapeText(title)}: ${codeOf(url)}`;

/** How a part of a body is sent. */
const writeEncoding = (encoding: EncodingReference): string[] => [
  nameEncoding(encoding),
  ...(encoding.headers.length > 0 ? ['**Headers**', writeFields(encoding.headers, 0)] : []),
];

/** How a part of the value of a parameter is sent, with its headers below it. */
const writePart = (encoding: EncodingReference, depth: number): string =>
  [`${indent(depth)}* ${nameEncoding(encoding)}`, writeFields(encoding.headers, depth + 1)]
    .filter((line) => line !== '')
    .join('\n');

const nameEncoding = ({ names, mediaType, rules }: EncodingReference): string =>
  [
    `**${names.map((name) => (name === null ? 'Items' : codeOf(name))).join(' › ')}**`,
    ...(mediaType === undefined ? [] : [codeOf(mediaType)]),
    ...rules.map(([name, value]) => `${name}: ${codeOf(value)}`),
  ].join(' · ');

/** The description of a content, and what else is known of its values. */
function writeContentNotes(
  { description, examples, ...schema }: SchemaReference,
  contents: ContentGroup['contents'],
): string[] {
  const others = examples?.filter((example) => !isShownAsWhole(example, contents));
  const notes = writeNotes({ ...schema, ...(others && { examples: others }) }).slice(': '.length);
  return [...(description ? [description.markdown] : []), ...(notes === '' ? [] : [notes])];
}

/** Whether an example of a schema follows as a whole: contents with examples of their own do not show those of their schemas. */
const isShownAsWhole = ({ value }: ShownExample, contents: ContentGroup['contents']): boolean =>
  contents.some(({ mediaType, examples }) =>
    examples.some(({ title, text }) => {
      if (title !== '') return false;
      // Other types than JSON write the value in their own way.
      const isOther = mediaType !== '' && !isJsonType(mediaType);
      return isOther || text === value || text === JSON.stringify(value, null, 2);
    }),
  );

/** The fields within a schema, and those of its alternatives. */
function writeParts(schema: SchemaReference, depth: number): string {
  const inner = schema.items ? [...writeItems(schema.items, depth), writeParts(schema.items, depth)] : [];
  const options = schema.alternatives.flatMap(({ kind, condition, options: all }) => [
    ...(condition?.schema
      ? [
          `${indent(depth)}* *If the value matches:*${writeNotes(condition.schema).slice(1)}`,
          writeParts(condition.schema, depth + 1),
        ]
      : []),
    ...all.flatMap(({ title, value = title, otherValues = [], isDefault, schema: option }) => {
      const names = [value, ...otherValues].map(escapeText).join(', ');
      const name = kind === 'then' || kind === 'else' ? '' : ` ${names}`;
      const line = `${indent(depth)}* *${nameAlternative(kind, condition)}*${name} (${[writeType(option), ...(isDefault ? ['for all other values'] : []), ...(option.isDeprecated ? ['deprecated'] : [])].join(', ')})${writeNotes(option)}`;
      return [line, writeParts(option, depth + 1)];
    }),
  ]);
  return [
    writeFields(schema.fields, depth),
    ...inner,
    ...options,
    ...(schema.isFolded ? [`${indent(depth)}* *Shown elsewhere on this page.*`] : []),
    ...(schema.isClosed ? [`${indent(depth)}* *No other fields are allowed.*`] : []),
    ...(schema.isCut ? [`${indent(depth)}* ${NOT_SHOWN}`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** What is known of items that are no objects. */
function writeItems(items: SchemaReference, depth: number): string[] {
  const notes = writeNotes(items);
  return notes === '' ? [] : [`${indent(depth)}* *Items:* ${writeType(items)}${notes}`];
}

const ALTERNATIVES = {
  oneOf: 'One of:',
  anyOf: 'Any of:',
  not: 'Not:',
  contains: 'Contains:',
  content: 'Content:',
};

function nameAlternative(kind: Alternatives['kind'], condition: Condition | undefined): string {
  if (kind !== 'then' && kind !== 'else') return ALTERNATIVES[kind];
  if (condition?.schema) return kind === 'then' ? 'then:' : 'If it does not match:';
  if (!condition) return 'Otherwise:';
  const fields = condition.fields.map(({ name, values }) =>
    values.length > 0 ? `${codeOf(name)} is ${values.map(codeOf).join(' or ')}` : `${codeOf(name)} is given`,
  );
  return `${kind === 'then' ? 'If' : 'Unless'} ${fields.join(' and ')}:`;
}

const writeFields = (fields: readonly FieldReference[], depth: number): string =>
  fields
    .map((field) =>
      [
        writeField(field, depth),
        writeParts(field.schema, depth + 1),
        ...(field.encodings ?? []).map((encoding) => writePart(encoding, depth + 1)),
      ]
        .filter((part) => part !== '')
        .join('\n'),
    )
    .join('\n');

/** The title of a field, if it is not its name or its type in other letters. */
export function findOwnTitle({ name, schema }: FieldReference): string | undefined {
  const { title, type, name: ofSchema = '' } = schema;
  if (title === undefined) return undefined;
  const [own, ...others] = [title, name, type, ofSchema].map((text) =>
    text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
  );
  return others.includes(own as string) ? undefined : title;
}

function writeField(field: FieldReference, depth: number): string {
  const { name, isRequired, mediaType, schema } = field;
  const facts = [
    writeType(schema),
    ...(mediaType === undefined ? [] : [escapeText(mediaType)]),
    ...(isRequired ? ['required'] : []),
    ...(schema.isDeprecated ? ['deprecated'] : []),
    ...(schema.isReadOnly ? ['read-only'] : []),
    ...(schema.isWriteOnly ? ['write-only'] : []),
  ];
  return `${indent(depth)}* ${codeOf(name === '*' ? 'any other name' : name)} (${facts.join(', ')})${writeNotes(schema, findOwnTitle(field))}`;
}

/** What a schema says about its values, in one line that begins with a colon. */
function writeNotes(schema: SchemaReference, title?: string): string {
  const notes = [
    ...(title === undefined ? [] : [escapeText(title)]),
    ...(schema.description ? [oneLine(schema.description.markdown)] : []),
    ...(schema.enumValues ? [`Values: ${writeValues(schema)}`] : []),
    ...(schema.default === undefined ? [] : [`Default: ${codeOf(schema.default)}`]),
    ...schema.limits
      .filter(([name]) => name !== 'format')
      .map(([name, value]) => `${LIMIT_NAMES[name] ?? name}: ${codeOf(value)}`),
    ...(schema.examples ?? []).map(
      ({ title, description, value }) =>
        `Example: ${codeOf(writeShownValue(value))}${title === undefined ? '' : ` (${escapeText(title)})`}${description ? `: ${oneLine(description.markdown)}` : ''}`,
    ),
    ...(schema.externalExamples ?? []).map(
      (example) =>
        `Example: ${writeExternalExample(example)}${example.description ? `: ${oneLine(example.description.markdown)}` : ''}`,
    ),
    ...writeLeftOut(schema.examplesLeftOut),
    ...(schema.externalDocs ? [`See ${writeDocs(schema.externalDocs)}`] : []),
  ].map(withoutStop);
  return notes.length > 0 ? `: ${notes.join('. ')}` : '';
}

/** Removes the full stop of a note, because one is added. */
function withoutStop(note: string): string {
  let text = note.trimEnd();
  while (text.endsWith('.')) text = text.slice(0, -1).trimEnd();
  return text;
}

const LIMIT_NAMES: Partial<Record<LimitName, string>> = { propertyNames: 'names' };

const writeValues = ({ enumValues = [], enumNotes = [], valuesLeftOut }: SchemaReference): string =>
  [
    ...enumValues.map((value, n) =>
      enumNotes[n] ? `${codeOf(value)} (${oneLine(enumNotes[n])})` : codeOf(value),
    ),
    ...writeLeftOut(valuesLeftOut),
  ].join(', ');

/** Says how many more entries there are than the listed ones. */
const writeLeftOut = (count: number | undefined): string[] =>
  count === undefined ? [] : [`and ${count} more`];

/** A link to what is written elsewhere. */
export const writeDocs = ({ url, description }: ExternalDocs): string =>
  description === undefined ? `<${url}>` : `[${escapeText(description)}](<${url}>)`;

/** An example in a line of text. */
export const writeShownValue = (value: unknown): string =>
  shortenText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 200);

const writeType = (schema: SchemaReference): string => {
  const format = findFormat(schema);
  return escapeText(format === undefined ? schema.type : `${schema.type} <${format}>`);
};

/** The format of values, or of the items of a list. */
export const findFormat = ({ limits, items }: SchemaReference): string | undefined =>
  limits.find(([name]) => name === 'format')?.[1] ?? (items && findFormat(items));

const indent = (depth: number): string => '  '.repeat(depth);

function fence(text: string, syntax: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${syntax}\n${text}\n${mark}`;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
