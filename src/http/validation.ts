import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';

const NUL = String.fromCharCode(0);

/**
 * Validates with the TypeBox schemas as they are. Query and path come as text and are coerced; bodies are
 * taken at their word. Every offending field is reported. An empty body counts as `{}`.
 */
export function useValidation(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, strict: false, removeAdditional: false } as const;
  const coercing = withFormats(new Ajv({ ...options, coerceTypes: true }));
  const exact = withFormats(new Ajv(options));
  const known = new Set<string>();
  app.setValidatorCompiler<object>(({ schema, httpPart }) => {
    // Schemas registered on the app (`addSchema`) are what `$ref` in a body means.
    for (const [id, shared] of Object.entries(app.getSchemas())) {
      if (known.has(id)) continue;
      known.add(id);
      exact.addSchema(shared as object);
      coercing.addSchema(shared as object);
    }
    const validate: ValidateFunction = (httpPart === 'body' ? exact : coercing).compile(schema);
    return (value) => (validate(value) ? true : { error: withIssues(validate) });
  });

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {});
    // A NUL can stand in JSON only as an escape, and PostgreSQL cannot keep it.
    if (body.includes('\\u0000')) return done(badRequest('The request body holds the character U+0000.'));
    parseJson(request, body as string, done);
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw badRequest(`The URL holds the character U+0000.`);
  });
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
  });
}

/** True for text that PostgreSQL cannot keep. */
export const holdsNul = (text: string): boolean => text.includes(NUL);

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date-time', 'uri', 'email']);
  return ajv;
}

function withIssues(validate: ValidateFunction): Error {
  return Object.assign(new Error('validation'), { validation: validate.errors, statusCode: 400 });
}
