import type { ValidationIssue } from './validation-issue.ts';

/**
 * Drops issues about union forms that the caller did not mean: Ajv reports every issue of each form of a union. A form
 * is not meant when it requires another value in a discriminating field such as `type`.
 */
export function withoutOtherForms(issues: ValidationIssue[]): ValidationIssue[] {
  const unions = issues
    .filter(({ keyword, schemaPath }) => keyword === 'anyOf' && schemaPath !== undefined)
    // Inner unions first: a form may be a union itself.
    .sort((one, other) => depthOf(other) - depthOf(one));
  return unions.reduce(withoutOtherFormsOf, issues);
}

function withoutOtherFormsOf(issues: ValidationIssue[], union: ValidationIssue): ValidationIssue[] {
  const start = `${union.schemaPath}/`;
  // Compared by both paths: the entries of a list share one schema.
  const inside = issues.filter(
    ({ schemaPath, instancePath }) =>
      schemaPath?.startsWith(start) && `${instancePath}/`.startsWith(`${union.instancePath}/`),
  );
  // For a value without fields, such as a text or null, the issues of every form are reported.
  if (!inside.some((issue) => isAboutField(issue, union))) return issues;
  const forms = new Map<string, ValidationIssue[]>();
  for (const issue of inside) {
    const form = issue.schemaPath?.slice(start.length).split('/', 1)[0] as string;
    forms.set(form, [...(forms.get(form) ?? []), issue]);
  }
  const meant = [...forms.values()].filter((form) => !form.some((issue) => isOfOtherForm(issue, union)));
  const told =
    meant.length > 0
      ? tellMeant(meant, union)
      : inside.filter((issue) => isAboutField(issue, union) && isTag(issue));
  if (told.length === 0) return issues;
  const others = new Set([union, ...inside]);
  const first = issues.findIndex((issue) => others.has(issue));
  return [...issues.slice(0, first), ...told, ...issues.slice(first).filter((issue) => !others.has(issue))];
}

/** The keyword of an issue that stands for a union of objects with different fields: `params.fields` names them. */
export const FIELDS_OF_FORMS = 'fieldsOfForms';

/** Returns the issues that all possible forms share, or otherwise those of the only form whose fields are present. */
function tellMeant(meant: ValidationIssue[][], union: ValidationIssue): ValidationIssue[] {
  const shared = sharedBy(meant);
  if (shared.length > 0) return shared;
  const missing = meant.map((form) => form.filter((issue) => isMissing(issue, union)));
  const [whole, ...others] = meant.filter((_form, at) => missing[at]?.length === 0);
  if (whole) return others.length === 0 ? whole : [];
  const fields = missing.map((form) => form.map(({ params }) => params?.missingProperty).join(' and '));
  return [{ ...union, keyword: FIELDS_OF_FORMS, params: { fields } }];
}

const isMissing = ({ keyword, instancePath }: ValidationIssue, union: ValidationIssue): boolean =>
  keyword === 'required' && instancePath === union.instancePath;

/** Returns the issues that all of these forms share, as the first form words them. */
function sharedBy([first = [], ...others]: ValidationIssue[][]): ValidationIssue[] {
  return first.filter((issue) =>
    others.every((form) => form.some((other) => placeOf(other) === placeOf(issue))),
  );
}

const depthOf = ({ schemaPath = '' }: ValidationIssue): number => schemaPath.split('/').length;

const placeOf = ({ keyword, instancePath, params }: ValidationIssue): string =>
  `${keyword} ${instancePath} ${params?.missingProperty ?? ''}`;

export const isTag = ({ keyword }: ValidationIssue): boolean => keyword === 'const' || keyword === 'enum';

const isAboutField = (
  { keyword, instancePath, propertyName }: ValidationIssue,
  union: ValidationIssue,
): boolean =>
  keyword === 'required' || propertyName !== undefined || instancePath.startsWith(`${union.instancePath}/`);

function isOfOtherForm(issue: ValidationIssue, union: ValidationIssue): boolean {
  const { keyword, instancePath } = issue;
  if (instancePath === union.instancePath) return keyword === 'type' || keyword === 'additionalProperties';
  const parent = instancePath.slice(0, instancePath.lastIndexOf('/'));
  return parent === union.instancePath && isTag(issue);
}
