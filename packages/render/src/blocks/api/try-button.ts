import { type Html, html } from '@lectern/html/html';
import { readJson, writeJson } from '@lectern/openapi/numbers/json-text';
import type {
  ContentReference,
  FieldReference,
  OperationReference,
  SchemaReference,
} from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import { namePart, type WantedPart } from '../../spec-parts.ts';
import type { TriedField, TriedOperation } from '../../tried-operation.ts';

/** Opens a form for a request to the API. Only scripts can send it, and show the button. */
export function renderTryButton(
  operation: OperationReference,
  part: WantedPart,
  { apiRequestHref, ownServers, words }: Rendering,
): Html | undefined {
  const isReachable = operation.servers.some(({ url }) => /^https?:/i.test(url));
  const isKnown = operation.kind === 'operation' && 'slug' in part.source;
  if (apiRequestHref === undefined || !isKnown || !isReachable) return undefined;
  const tried = describeTried(operation, {
    part: namePart(part),
    href: apiRequestHref,
    callsOwn: ownServers === 'called',
    words,
  });
  return html`<button type="button" class="plain" data-try="${JSON.stringify(tried)}" hidden>${words.apiTry}</button>`;
}

/** Opens a field for the reader's own server, which then stands in the samples. Only scripts can show the button. */
export const renderOwnServerButton = (
  { kind }: OperationReference,
  server: string | undefined,
  { ownServers, words }: Rendering,
): Html | undefined =>
  ownServers !== undefined && kind === 'operation' && server !== undefined && /^https?:/i.test(server)
    ? html`<button type="button" class="plain" data-own-server="${server}" hidden>${words.apiOwnServer}</button>`
    : undefined;

/** What a field has at first: its default, or the example of what is required. */
function writeValue({ default: given, example }: SchemaReference, isRequired: boolean): string {
  return writeText(given === undefined ? isRequired && example : readShown(given));
}

function writeText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

function readShown(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    // The value was cut, and is not JSON.
    return undefined;
  }
}

function describeField({ name, isRequired, schema }: FieldReference, value: string): TriedField {
  const { kind, type, enumValues = [] } = schema;
  return {
    name,
    isRequired,
    type,
    isComposed: kind === 'array' || kind === 'object',
    choices:
      kind === 'boolean'
        ? ['true', 'false']
        : enumValues.map((json) => {
            const choice = readShown(json);
            return typeof choice === 'string' ? choice : json;
          }),
    value,
  };
}

/** The fields of a form. Their values are those of its first example. */
function listFields({ mediaType, schema, files = [], examples }: ContentReference): TriedField[] {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(mediaType)) return [];
  const [{ text = '' } = {}] = examples;
  const given = mediaType.startsWith('multipart')
    ? readShown(text)
    : Object.fromEntries(new URLSearchParams(text));
  const values = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  return (schema?.fields ?? [])
    .filter((field) => !field.schema.isReadOnly)
    .map((field): TriedField => {
      const { name, isRequired } = field;
      const file = files.find((one) => one.name === name);
      if (file) return { ...describeField(field, ''), choices: [], file: file.isList ? 'several' : 'one' };
      return describeField(field, isRequired ? writeText(values.get(name)) : writeValue(field.schema, false));
    });
}

function describeTried(
  { method, path, servers, security, parameters, body }: OperationReference,
  {
    part,
    href,
    callsOwn,
    words,
  }: Pick<TriedOperation, 'part' | 'href' | 'callsOwn'> & Pick<Rendering, 'words'>,
): TriedOperation {
  return {
    href,
    callsOwn,
    part,
    method,
    path,
    servers: servers.map(({ url, variables }) => ({
      url,
      variables: variables.map(({ name, value, choices }) => ({ name, value, choices })),
    })),
    security: security.flatMap((schemes, position) =>
      schemes.every(({ sentIn }) => sentIn) ? [{ position, kinds: schemes.map(({ kind }) => kind) }] : [],
    ),
    parameters: parameters.map((parameter) => ({
      ...describeField(parameter, writeValue(parameter.schema, parameter.isRequired)),
      place: parameter.place,
    })),
    bodies: (body?.contents ?? []).map((content) => ({
      mediaType: content.mediaType,
      isFile: content.isFile === true,
      fields: listFields(content),
      examples: content.examples.map(({ title, text }) => ({ title, text })),
    })),
    words: {
      try: words.apiTry,
      send: words.apiSend,
      waiting: words.apiWaiting,
      failed: words.apiFailed,
      unreachable: words.apiUnreachable,
      through: words.apiThrough,
      direct: words.apiDirect,
      unreachableOwn: words.apiUnreachableOwn,
      notSent: words.apiNotSent,
      redirected: words.apiRedirected,
      servers: words.apiServers,
      ownServer: words.apiOwnServer,
      authentication: words.apiAuthentication,
      noAuthentication: words.apiNoAuthentication,
      header: words.apiHeaders,
      body: words.apiBody,
      required: words.apiRequired,
      request: words.apiRequest,
      response: words.apiResponse,
      example: words.apiExample,
      cancel: words.apiCancel,
      cancelled: words.apiCancelled,
      earlier: words.apiEarlier,
      cut: words.apiCut,
      noText: words.apiNoText,
      save: words.apiSave,
      tooLarge: words.apiTooLarge,
      'place-path': words.apiPathParameters,
      'place-query': words.apiQueryParameters,
      'place-querystring': words.apiQueryParameters,
      'place-header': words.apiHeaders,
      'place-cookie': words.apiCookies,
      'fault-missing': words.apiMissing,
      'fault-no-list': words.apiNoList,
      'fault-no-object': words.apiNoObject,
      'fault-not-plain': words.apiNotPlain,
    },
  };
}
