import { fillServer } from '@lectern/openapi/reference/fill-server';
import type { OperationReference, ServerReference } from '@lectern/openapi/reference/operation-reference';
import type { RequestMessage } from '@lectern/openapi/samples/request-message';
import type { EnteredBody, EnteredFile } from '@lectern/openapi/samples/write-entered-request';
import { parseUrl } from '@lectern/std/parse-url';
import { type Static, Type } from 'typebox';
import { invalidRequest } from '../../server/platform/http/errors.ts';

const Name = Type.String({ maxLength: 300 });
const Values = Type.Record(Name, Type.String({ maxLength: 100_000 }));

/** A file, whose content only a request has that is sent. */
const SentFile = Type.Object({
  name: Type.String({ maxLength: 300 }),
  type: Type.String({ maxLength: 200 }),
  base64: Type.Optional(Type.String()),
});

/** Asks for the form with which a reader calls an operation. */
export const WantedForm = Type.Object({
  page: Type.String({ maxLength: 36 }),
  part: Type.String({ maxLength: 4000 }),
  isForm: Type.Literal(true),
});

/** The form that a reader fills in to call an operation. */
export const SentApiRequest = Type.Object({
  /** The page that shows the operation. */
  page: Type.String({ maxLength: 36 }),
  /** The name of the part of the page that shows it. */
  part: Type.String({ maxLength: 4000 }),
  /** The position of the server, from 0. */
  server: Type.Integer({ minimum: 0, maximum: 100 }),
  variables: Type.Record(Name, Type.String({ maxLength: 4000 })),
  /** The reader's own address of the API instead of the server. */
  base: Type.Optional(Type.String({ maxLength: 2000 })),
  /** By the place and the name of the parameter, as in `query limit`. */
  values: Values,
  /** The position of the way to authenticate, from 0, and the credentials for its schemes. */
  security: Type.Integer({ minimum: 0, maximum: 1000 }),
  credentials: Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 20 }),
  body: Type.Optional(
    Type.Object({
      mediaType: Type.String({ maxLength: 200 }),
      text: Type.Optional(Type.String()),
      fields: Type.Optional(Values),
      files: Type.Optional(Type.Record(Name, Type.Array(SentFile, { maxItems: 20 }))),
    }),
  ),
  /** Whether the request is only shown and not sent. */
  isPreview: Type.Optional(Type.Boolean()),
  /** Whether the browser sends the request itself, to a server of the reader. */
  isDirect: Type.Optional(Type.Boolean()),
});
export type SentApiRequest = Static<typeof SentApiRequest>;

/** Headers about the connection, which only the browser or this service may set. */
const RESERVED_HEADERS =
  /^(?:host|cookie2|origin|referer|connection|content-length|date|expect|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*|sec-.*)$/i;

/**
 * The address of the server to which the request goes: a server of the operation and no other host, whatever the reader
 * enters, because the service would fetch any address of the network for everyone otherwise. `isOwn`: the service does
 * not send the request.
 */
export function chooseBase(
  { servers }: OperationReference,
  { server: at, variables, base }: SentApiRequest,
  { isOwn }: { isOwn: boolean },
): string {
  if (base !== undefined) {
    const own = parseServer(base);
    const origins = isOwn ? [own.origin] : servers.flatMap((server) => listOrigins(server));
    if (!origins.includes(own.origin))
      throw invalidRequest(
        'This site sends requests only to the servers that the spec names. To call your own server, copy a code sample.',
      );
    return own.href;
  }
  const server = servers[at];
  if (!server) throw invalidRequest('The operation does not have this server.');
  return parseServer(fillServer(chooseValues(server, variables))).href;
}

/** The origins of a server with its default values, and with each value of each variable. */
function listOrigins(server: ServerReference): string[] {
  const filled = [
    server,
    ...server.variables.flatMap(({ name, choices }) =>
      choices.map((value) => ({
        ...server,
        variables: server.variables.map((one) => (one.name === name ? { ...one, value } : one)),
      })),
    ),
  ];
  return filled.flatMap((one) => {
    const address = fillServer(one);
    return /^https?:\/\//i.test(address) ? (parseUrl(address)?.origin ?? []) : [];
  });
}

/** Fills in variables only with the values that the spec lists: another value could be any host. */
function chooseValues(server: ServerReference, chosen: Record<string, string>): ServerReference {
  const variables = server.variables.map((variable) => {
    const { name, value, choices } = variable;
    const one = Object.hasOwn(chosen, name) ? (chosen[name] ?? '') : value;
    if (one !== value && !choices.includes(one))
      throw invalidRequest(`The server does not have this value of “${name}”.`);
    return { ...variable, value: one };
  });
  return { ...server, variables };
}

function parseServer(address: string): URL {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (!url) throw invalidRequest('This is not the address of a server.');
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url;
}

/** The headers as they are sent: none that says something of the connection, and none twice. */
export function listSentHeaders({ headers }: RequestMessage): Record<string, string> {
  const sent: Record<string, string> = { accept: '*/*', 'user-agent': 'Lectern' };
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (RESERVED_HEADERS.test(name) || (key === 'cookie' && Object.hasOwn(sent, key)))
      throw invalidRequest(`The header “${name}” cannot be sent.`);
    sent[key] = value;
  }
  return sent;
}

/** What a reader entered for the body, without the contents of the files. */
export const withoutContents = (body: SentApiRequest['body']): EnteredBody | undefined =>
  body && {
    mediaType: body.mediaType,
    ...(body.text === undefined ? {} : { text: body.text }),
    ...(body.fields ? { fields: body.fields } : {}),
    ...(body.files
      ? {
          files: Object.fromEntries(
            Object.entries(body.files).map(([name, files]) => [
              name,
              files.map(({ name: fileName, type }): EnteredFile => ({ name: fileName, type })),
            ]),
          ),
        }
      : {}),
  };

/** The contents of files in the order in which a body has them. */
export function listContents(
  files: NonNullable<SentApiRequest['body']>['files'],
  names: readonly string[],
): Buffer[] {
  const left = new Map(Object.entries(files ?? {}).map(([name, chosen]) => [name, [...chosen]]));
  return names.map((name) => Buffer.from(left.get(name)?.shift()?.base64 ?? '', 'base64'));
}
