import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { explainValidation } from '../../http/validation-errors.ts';
import type { ValidationIssue } from '../../http/validation-issue.ts';

/**
 * What a form says, as the body of the same call of the API and by the same schema: no limit is written twice. Throws the
 * 400 of the API.
 */
export function checkBody<Schema extends TSchema>(
  request: FastifyRequest,
  schema: Schema,
  body: object,
): Static<Schema> {
  const validate = request.compileValidationSchema(schema as object, 'body') as unknown as (
    value: object,
  ) => true | { error: { validation: ValidationIssue[] } };
  const result = validate(body);
  if (result !== true) throw explainValidation(result.error.validation, 'body', {});
  return body as Static<Schema>;
}
