import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CompiledSchemas, SharedSchemas } from '../apps/server/platform/http/compiled-schemas.ts';
import type { ErrorIdentity } from '../apps/server/platform/http/errors.ts';
import { ErrorSchema } from '../apps/server/platform/http/schemas.ts';
import { isMcp } from '../apps/sites/machines/mcp.routes.ts';
import { closeSchema } from './closed-schema.ts';

let isWatching = false;
const violations: string[] = [];

/**
 * From now on every answer of every server in this process is held against what its route declares, closed: no field
 * that is not declared, none missing, each of its type. Answers are read from the connection, so that those that
 * bypass the serializer are among them; what passes through it is looked at before it leaves out fields as well.
 */
export function watchResponses(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('fastify.initialization', (message) => watch((message as { fastify: FastifyInstance }).fastify));
}

/** Returns the violations found since the last call. */
export const takeViolations = (): string[] => violations.splice(0);

function watch(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isJudged(request)) captureResponse(reply.raw, (response) => judgeAnswer(request, response));
    done();
  });
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (isJudged(request) && reply.statusCode < 400)
      judgeBody(request, reply.statusCode, JSON.parse(JSON.stringify(payload)));
    done(null, payload);
  });
}

/** Pages, files and what the reference does not tell of have no schema. The messages of MCP have shapes of their own. */
const isJudged = ({ method, routeOptions, raw }: FastifyRequest): boolean =>
  method !== 'HEAD' &&
  routeOptions.schema?.hide !== true &&
  routeOptions.url !== undefined &&
  !isMcp(raw.url);

interface Answer {
  status: number;
  contentType: string;
  body: Buffer;
}

function captureResponse(response: ServerResponse, onEnd: (result: Answer) => void): void {
  const chunks: Buffer[] = [];
  const given = new Map<string, string>();
  const keep = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { writeHead, write, end } = response;
  const headerOf = (name: string): string => given.get(name) ?? String(response.getHeader(name) ?? '');
  Object.assign(response, {
    writeHead(...parameters: unknown[]) {
      for (const [name, value] of headersIn(parameters.at(-1))) given.set(name, value);
      return Reflect.apply(writeHead, response, parameters);
    },
    write(...parameters: unknown[]) {
      keep(parameters[0], parameters[1]);
      return Reflect.apply(write, response, parameters);
    },
    end(...parameters: unknown[]) {
      // `end` may write what it is given by `write`.
      response.write = write;
      keep(parameters[0], parameters[1]);
      const body = decode(Buffer.concat(chunks), headerOf('content-encoding'));
      onEnd({ status: response.statusCode, contentType: headerOf('content-type'), body });
      return Reflect.apply(end, response, parameters);
    },
  });
}

/** Reads the headers of `writeHead`: names and values in one list, or an object. */
function headersIn(headers: unknown): [string, string][] {
  if (typeof headers !== 'object' || headers === null) return [];
  if (!Array.isArray(headers))
    return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return headers.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name).toLowerCase(), String(headers[at + 1])] as [string, string]] : [],
  );
}

function decode(body: Buffer, encoding: string): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function judgeAnswer(request: FastifyRequest, { status, contentType, body }: Answer): void {
  if (status === 304 || !contentType.startsWith('application/json')) return;
  // The sites origin serves files, also JSON ones, by routes without a schema.
  if (status < 400 && request.routeOptions.schema === undefined) return;
  judgeBody(request, status, JSON.parse(body.toString()));
}

function judgeBody(request: FastifyRequest, status: number, body: unknown): void {
  const { method, routeOptions } = request;
  const name = `${method} ${routeOptions.url} ${status}`;
  const validate = findValidator(request, status);
  if (!validate) violations.push(`${name}: the route declares no such answer`);
  else if (!validate(body)) violations.push(...describeErrors(name, validate));
  else if (status >= 400) judgeReason(name, request, { status, reason: (body as ErrorBody).error.reason });
}

interface ErrorBody {
  error: { reason: string };
}

/** Every route of the app declares errors; those of a bare server in a test need not. */
function judgeReason(name: string, { routeOptions }: FastifyRequest, answered: ErrorIdentity): void {
  const { errors } = routeOptions.config;
  const isDeclared = errors?.some(
    ({ status, reason }) => status === answered.status && reason === answered.reason,
  );
  if (isDeclared === false) violations.push(`${name}: the route does not declare ${answered.reason}`);
}

const describeErrors = (name: string, { errors }: ValidateFunction): string[] =>
  (errors ?? []).map(({ instancePath, message, params }) =>
    `${name}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`.trimEnd(),
  );

const compiled = new CompiledSchemas((shared) => {
  // Most schemas judge a few answers: optimizing the code takes longer than running it.
  const ajv = new Ajv({ allErrors: false, strict: false, code: { optimize: false } });
  addFormats.default(ajv, ['date', 'date-time', 'uri', 'email']);
  for (const one of Object.values(shared)) ajv.addSchema(closeSchema(one) as object);
  return (schema) => {
    const { $id: _id, ...anonymous } = closeSchema(JSON.parse(JSON.stringify(schema))) as { $id?: string };
    return ajv.compile(anonymous);
  };
});
/** The validators by the identity of the schema, which is quicker to look up. */
const known = new WeakMap<object, ValidateFunction>();
const sharedSchemas = new WeakMap<FastifyInstance, SharedSchemas>();

function findValidator(
  { server, routeOptions }: FastifyRequest,
  status: number,
): ValidateFunction | undefined {
  const declared = (routeOptions.schema?.response ?? {}) as Record<string, object>;
  const schema = declared[status] ?? (status >= 400 ? ErrorSchema : undefined);
  if (!schema) return undefined;
  const found = known.get(schema);
  if (found) return found;
  const shared =
    sharedSchemas.get(server) ?? new SharedSchemas(() => server.getSchemas() as Record<string, object>);
  sharedSchemas.set(server, shared);
  const validate = compiled.get(schema, shared);
  known.set(schema, validate);
  return validate;
}
