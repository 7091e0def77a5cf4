import { parseAddress } from '@lectern/std/address';
import { hasMoreCharacters } from '@lectern/std/cut-text';
import {
  _,
  Ajv,
  type KeywordCxt,
  type Options,
  type SchemaValidateFunction,
  type ValidateFunction,
} from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler, preValidationHookHandler } from 'fastify';
import { CompiledSchemas, SharedSchemas } from './compiled-schemas.ts';
import { declareErrors } from './declared-errors.ts';
import { invalidRequest } from './errors.ts';
import { readJsonBodies } from './json-bodies.ts';
import { invalidCursor, payloadTooLarge, tooManyValues, unsupportedMediaType } from './request-errors.ts';
import { ADDRESS_KEYWORD } from './schemas.ts';
import { isTime } from './times.ts';
import { type FindShared, findUnknownFields, WARNINGS_HEADER, writeWarnings } from './unknown-fields.ts';

/** A schema's validator, and the one that goes on after the first issue. */
interface Validators {
  first: ValidateFunction;
  all(): ValidateFunction;
}

/**
 * Values in a part of a request up to which every offending field is reported. In a larger one only the first is: a
 * list of millions of wrong entries would have an issue for each.
 */
const MAX_EXPLAINED_VALUES = 500;

/**
 * Validates with the TypeBox schemas as they are. Query and path are text and are coerced, and a list may have a single
 * value; bodies are not coerced. The size of a list is checked before its items. Every offending field is reported,
 * unless there are very many fields. An empty body counts as `{}`. Fields that a schema does not have are no
 * offense; a header names them.
 */
export function useValidation(app: FastifyInstance): void {
  // A feature registers its shared schemas (`addSchema`) on its own instance: all of them are what `$ref` means.
  const instances = [app];
  const shared = new SharedSchemas(() =>
    Object.assign({}, ...instances.map((instance) => instance.getSchemas())),
  );
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const validators = (httpPart === 'body' ? exactValidators : coercingValidators).defer(schema, shared);
    return (value) => {
      const { first, all } = validators();
      if (first(value)) return true;
      if (!hasFewValues(value)) return { error: withIssues(first) };
      const collecting = all();
      return collecting(value) ? true : { error: withIssues(collecting) };
    };
  };
  app.setValidatorCompiler(compile);
  app.addHook('onRegister', (instance) => {
    instances.push(instance);
    // An instance with its own shared schemas would otherwise use the framework's validator, which coerces bodies.
    instance.setValidatorCompiler(compile);
  });

  readJsonBodies(app);
  app.addHook('onRoute', (route) => {
    declareErrors(route, [invalidRequest]);
    const { properties } = (route.schema?.querystring ?? {}) as { properties?: object };
    if (properties && 'page' in properties) declareErrors(route, [invalidCursor]);
    if (!route.schema?.body) return;
    declareErrors(route, [payloadTooLarge, tooManyValues, unsupportedMediaType]);
    // Set only on routes with a body, so that reads do not pay for it.
    const warn = createWarning(route.schema.body, (name) => shared.schemas[name]);
    route.preValidation = [fillEmptyBody, warn, ...[route.preValidation ?? []].flat()];
  });
}

const fillEmptyBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

/** Names the fields that the schema does not have, also in the response to a body that is refused. */
const createWarning =
  (schema: unknown, findShared: FindShared): preValidationHookHandler =>
  ({ body }, reply, done) => {
    const warnings = writeWarnings(findUnknownFields(schema, body, findShared));
    if (warnings !== undefined) reply.header(WARNINGS_HEADER, warnings);
    done();
  };

const OPTIONS = {
  useDefaults: true,
  strict: false,
  // JSON can spell numbers that are infinite here, such as 1e999.
  strictNumbers: true,
  removeAdditional: false,
  // Shared schemas are compiled once: inlined in each place, the types of events take five times as long.
  inlineRefs: false,
  // A test validates all of our schemas, so that no first request compiles the schema of schemas for it.
  validateSchema: false,
  meta: false,
} as const;

/** For bodies, as opposed to parameters that arrive as text. */
const exactValidators = cacheValidators(OPTIONS);
const coercingValidators = cacheValidators({ ...OPTIONS, coerceTypes: 'array' });

function cacheValidators(options: Options): CompiledSchemas<Validators> {
  return new CompiledSchemas((shared) => {
    const first = createCompiler(options, shared);
    const all = createCompiler({ ...options, allErrors: true }, shared);
    return (schema) => {
      let collecting: ValidateFunction | undefined;
      return {
        first: first(schema),
        all() {
          collecting ??= all(schema);
          return collecting;
        },
      };
    };
  });
}

/** The validator is made when it is first needed: most schemas never see a body with an issue. */
function createCompiler(
  options: Options,
  shared: Readonly<Record<string, object>>,
): (schema: object) => ValidateFunction {
  let ajv: Ajv | undefined;
  return (schema) => {
    ajv ??= withLengths(withFormats(new Ajv(options))).addSchema(Object.values(shared));
    return ajv.compile(schema);
  };
}

/** The keyword of texts that are addresses and may have letters of any script, as people copy them. */
const isAddress: SchemaValidateFunction = (_value: true, text: string) => {
  if (parseAddress(text)) return true;
  isAddress.errors = [{ keyword: 'format', params: { format: 'uri' } }];
  return false;
};

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['email']);
  const date = addFormats.default.get('date') as { validate: (text: string) => boolean };
  const dateTime = addFormats.default.get('date-time') as { validate: (text: string) => boolean };
  // Serializers know the format of the standard, which has no letters beyond ASCII.
  const uri = addFormats.default.get('uri') as (text: string) => boolean;
  ajv.addFormat('uri', (text: string) => uri(text) && parseAddress(text) !== undefined);
  ajv.addKeyword({ keyword: ADDRESS_KEYWORD, type: 'string', validate: isAddress });
  ajv.addFormat('date', (text: string) => date.validate(text) && isTime(text));
  return ajv.addFormat('date-time', (text: string) => dateTime.validate(text) && isTime(text));
}

/** Of a text of megabytes, as many characters are counted as its limit is: Ajv counts all of them. */
function withLengths(ajv: Ajv): Ajv {
  for (const keyword of ['minLength', 'maxLength'])
    ajv.removeKeyword(keyword).addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      before: 'pattern',
      error: { message: 'does not have a valid length', params: ({ schema }) => _`{limit: ${schema}}` },
      code(cxt: KeywordCxt) {
        const isLonger = cxt.gen.scopeValue('func', { ref: hasMoreCharacters });
        const { data, schema } = cxt;
        if (keyword === 'maxLength') cxt.fail(_`${isLonger}(${data}, ${schema})`);
        else cxt.fail(_`!${isLonger}(${data}, ${schema} - 1)`);
      },
    });
  return ajv;
}

/** Stops counting at the limit. */
function hasFewValues(value: unknown): boolean {
  let left = MAX_EXPLAINED_VALUES;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values = Object.values(next);
    left -= values.length;
    if (left < 0) return false;
    for (const inner of values) waiting.push(inner);
  }
  return true;
}

function withIssues(validate: ValidateFunction): Error {
  return Object.assign(new Error('validation'), { validation: validate.errors, statusCode: 400 });
}
