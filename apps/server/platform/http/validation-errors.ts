import { type ApiError, type ErrorDetail, invalidRequest, shortenPath } from './errors.ts';
import { explainPattern } from './explain-pattern.ts';
import { FIELDS_OF_FORMS, isTag, withoutOtherForms } from './union-issues.ts';
import type { ValidationIssue } from './validation-issue.ts';

/**
 * The maximum number of issues. A body of many megabytes may be wrong in every field: nobody reads more issues, and
 * sorting them takes time.
 */
const MAX_ISSUES = 1000;

/**
 * Describes in words how a request violates a schema, with one detail per field. `context`: the part of the request as
 * Fastify names it; `query`: the query as it was sent.
 */
export function explainValidation(issues: ValidationIssue[], context: string, query: object): ApiError {
  const byPath = new Map<string, ValidationIssue[]>();
  // What is wrong with the name of a field is an issue of its own.
  const reported = outermost(withoutOtherForms(issues.filter(({ keyword }) => keyword !== 'propertyNames')));
  for (const issue of reported) {
    const path = pathOf(issue);
    const ofField = byPath.get(path);
    if (ofField) ofField.push(issue);
    else byPath.set(path, [issue]);
  }
  const parents = listParents(reported);
  for (const [path, ofField] of byPath)
    if (ofField.every((issue) => saysOnlyNull(issue) && parents.has(issue.instancePath))) byPath.delete(path);
  const details = [...byPath].map(([path, ofField]): ErrorDetail => {
    const isRepeated = context === 'querystring' && Array.isArray((query as Record<string, unknown>)[path]);
    return { path, message: isRepeated ? 'must not be sent more than once' : explainField(ofField) };
  });
  const first = details[0] ?? { path: '', message: 'is not valid' };
  const where = context === 'querystring' ? 'query' : context === 'params' ? 'path' : 'body';
  const subject = first.path === '' ? `The request ${where}` : shortenPath(first.path);
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return invalidRequest(`${subject} ${first.message}${more}.`, details);
}

/** Whether an issue only says that null is allowed instead. It is left out if fields of the object are wrong. */
const saysOnlyNull = ({ keyword, params }: ValidationIssue): boolean =>
  keyword === 'anyOf' || (keyword === 'type' && params?.type === 'null');

/** The paths of all values that have a wrong field. */
function listParents(issues: ValidationIssue[]): Set<string> {
  const parents = new Set<string>();
  for (const issue of issues) {
    const { instancePath } = issue;
    let path = fieldOf(issue) === undefined ? parentOf(instancePath) : instancePath;
    while (path !== undefined && !parents.has(path)) {
      parents.add(path);
      path = parentOf(path);
    }
  }
  return parents;
}

const parentOf = (path: string): string | undefined =>
  path === '' ? undefined : path.slice(0, path.lastIndexOf('/'));

/** Returns all issues, or the outermost ones if there are too many. */
function outermost(issues: ValidationIssue[]): ValidationIssue[] {
  if (issues.length <= MAX_ISSUES) return issues;
  const byDepth: ValidationIssue[][] = [];
  for (const issue of issues) {
    const depth = issue.instancePath.split('/').length;
    const ofDepth = byDepth[depth];
    if (ofDepth) ofDepth.push(issue);
    else byDepth[depth] = [issue];
  }
  return byDepth.flat().slice(0, MAX_ISSUES);
}

/** The field that is missing, or whose name is wrong. */
const fieldOf = ({ keyword, params, propertyName }: ValidationIssue): unknown =>
  keyword === 'required' ? (params?.missingProperty ?? params?.requiredProperties) : propertyName;

function pathOf(issue: ValidationIssue): string {
  const path = issue.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const field = fieldOf(issue);
  if (field === undefined) return path;
  return path ? `${path}.${field}` : String(field);
}

/** For a union, lists everything that is allowed; null comes last. */
function explainField(issues: ValidationIssue[]): string {
  if (!issues.some(({ keyword }) => keyword === 'anyOf')) return explainIssue(joinAllowed(issues));
  const forms = issues.filter(({ keyword }) => keyword !== 'anyOf');
  const others = forms.filter(({ params }) => params?.type !== 'null');
  const values = others.filter(isTag);
  const allowed = [
    ...(values.length > 0 ? [explainIssue(joinAllowed(values))] : []),
    ...explainForms(others.filter((issue) => !isTag(issue))),
  ];
  const reported = joinForms([...new Set(allowed)]);
  if (others.length === forms.length) return reported;
  return reported.startsWith(MUST_BE) ? `${reported}, or be null` : `${reported}, or must be null`;
}

/** Joins all issues of each form, because a value must satisfy all requirements of one form. */
function explainForms(issues: ValidationIssue[]): string[] {
  const forms = new Map<string, Set<string>>();
  for (const issue of issues) {
    const { schemaPath = '' } = issue;
    const form = schemaPath.slice(0, schemaPath.lastIndexOf('/'));
    forms.set(form, (forms.get(form) ?? new Set()).add(explainIssue(issue)));
  }
  return [...forms.values()].map((reported) => [...reported].join(' and '));
}

/** Joins the forms; “must be a string or an object” if they differ only in their type. */
function joinForms(forms: string[]): string {
  const isKind = forms.length > 0 && forms.every((form) => form.startsWith(MUST_BE));
  return isKind
    ? MUST_BE + forms.map((form) => form.slice(MUST_BE.length)).join(' or ')
    : forms.join(', or ') || 'is not valid';
}

const MUST_BE = 'must be ';

/** Joins the forms that require other values of one field into one list of allowed values. */
function joinAllowed(issues: ValidationIssue[]): ValidationIssue {
  const [first = { keyword: '', instancePath: '' }] = issues;
  if (!issues.every(isTag)) return first;
  const allowedValues = issues.flatMap(({ params }) => params?.allowedValues ?? [params?.allowedValue]);
  return { ...first, keyword: 'enum', params: { allowedValues } };
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be “${values[0]}”` : `must be one of ${values.map(String).join(', ')}`;

function explainIssue({ keyword, params, message, propertyName }: ValidationIssue): string {
  if (propertyName !== undefined)
    return explainName({ keyword, instancePath: '', ...(params ? { params } : {}) });
  const {
    limit,
    type,
    format,
    pattern,
    allowedValues,
    fields = [],
    additionalProperty,
  } = (params ?? {}) as {
    limit?: number;
    additionalProperty?: string;
    type?: string | string[];
    format?: string;
    pattern?: string;
    allowedValues?: unknown[];
    fields?: string[];
  };
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return `must not have a field “${additionalProperty}”`;
    case FIELDS_OF_FORMS:
      return `must have ${fields.join(fields.some((names) => names.includes(' ')) ? ', or ' : ' or ')}`;
    case 'enum':
      return oneOf(allowedValues ?? []);
    case 'maxLength':
      return `must not be longer than ${limit} characters`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must not be shorter than ${limit} characters`;
    case 'maximum':
      return `must not be greater than ${limit}`;
    case 'minimum':
      return `must not be less than ${limit}`;
    case 'maxItems':
      return `must not have more than ${limit} items`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must not have fewer than ${limit} items`;
    case 'uniqueItems':
      return 'must not contain a value twice';
    case 'maxProperties':
      return `must not have more than ${limit} fields`;
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must not have fewer than ${limit} fields`;
    case 'type':
      return `must be ${KINDS[String(type)] ?? String(type)}`;
    case 'format':
      return `must be ${FORMATS[String(format)] ?? String(format)}`;
    case 'pattern':
      return explainPattern(String(pattern)) ?? 'does not have the required format';
    default:
      return message ?? 'is not valid';
  }
}

/** Explains why a field of an object that allows various fields cannot have its name. */
function explainName(issue: ValidationIssue): string {
  const { limit, allowedValues } = (issue.params ?? {}) as { limit?: number; allowedValues?: unknown[] };
  if (issue.keyword === 'enum')
    return `is not a known name. Use ${(allowedValues ?? []).map(String).join(', ')}`;
  if (issue.keyword === 'maxLength') return `must not have a name of more than ${limit} characters`;
  return issue.keyword === 'minLength' ? 'must have a name' : 'does not have a valid name';
}

const KINDS: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};
const FORMATS: Record<string, string> = {
  date: 'a day such as 2030-01-31',
  'date-time': 'a time such as 2030-01-31T12:00:00.000Z, from the year 1 to the year 9999',
  uri: 'a URL',
  email: 'an email address',
};
