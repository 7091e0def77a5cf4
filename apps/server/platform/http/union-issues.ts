import type { ValidationIssue } from './validation-issue.ts';

/** An issue in its place: dropping, moving and replacing issues takes no time for the others. */
interface PlacedIssue {
  issue: ValidationIssue;
  /** The issue that it follows in the result. */
  at: number;
  isDropped: boolean;
}

/**
 * Drops issues about union forms that the caller did not mean: Ajv reports every issue of each form of a union. A form
 * is not meant when it requires another value in a discriminating field such as `type`.
 */
export function withoutOtherForms(issues: ValidationIssue[]): ValidationIssue[] {
  const placed = issues.map((issue, at): PlacedIssue => ({ issue, at, isDropped: false }));
  const unions = placed
    .filter(({ issue }) => issue.keyword === 'anyOf' && issue.schemaPath !== undefined)
    // Inner unions first: a form may be a union itself.
    .map((union) => ({ union, depth: depthOf(union.issue) }))
    .sort((one, other) => other.depth - one.depth);
  if (unions.length === 0) return issues;
  const byValue = groupByValue(placed, new Set(unions.map(({ union }) => union.issue.instancePath)));
  for (const { union } of unions) dropOtherForms(union, byValue.get(union.issue.instancePath) ?? []);
  const result = issues.map((): ValidationIssue[] => []);
  for (const { issue, at, isDropped } of placed) if (!isDropped) result[at]?.push(issue);
  return result.flat();
}

/** The issues of each of these values and of what is within them. */
function groupByValue(placed: PlacedIssue[], paths: ReadonlySet<string>): Map<string, PlacedIssue[]> {
  const groups = new Map<string, PlacedIssue[]>([...paths].map((path) => [path, []]));
  for (const issue of placed) {
    for (let path = issue.issue.instancePath; ; path = path.slice(0, path.lastIndexOf('/'))) {
      groups.get(path)?.push(issue);
      if (path === '') break;
    }
  }
  return groups;
}

function dropOtherForms(placedUnion: PlacedIssue, ofValue: PlacedIssue[]): void {
  const { issue: union } = placedUnion;
  const start = `${union.schemaPath}/`;
  // Compared by both paths: the entries of a list share one schema.
  const placedInside = ofValue.filter(
    ({ issue, isDropped }) => !isDropped && issue.schemaPath?.startsWith(start),
  );
  const inside = placedInside.map(({ issue }) => issue);
  // For a value without fields, such as a text or null, the issues of every form are reported.
  if (!inside.some((issue) => isAboutField(issue, union))) return;
  const forms = new Map<string, ValidationIssue[]>();
  for (const issue of inside) {
    const form = issue.schemaPath?.slice(start.length).split('/', 1)[0] as string;
    const ofForm = forms.get(form);
    if (ofForm) ofForm.push(issue);
    else forms.set(form, [issue]);
  }
  const meant = [...forms.values()].filter((form) => !form.some((issue) => isOfOtherForm(issue, union)));
  const reported = new Set(
    meant.length > 0
      ? tellMeant(meant, union)
      : inside.filter((issue) => isAboutField(issue, union) && isTag(issue)),
  );
  if (reported.size === 0) return;
  const at = Math.min(placedUnion.at, placedInside[0]?.at ?? placedUnion.at);
  for (const placed of placedInside) {
    placed.at = at;
    placed.isDropped = !reported.has(placed.issue);
  }
  placedUnion.at = at;
  const known = new Set(inside);
  const made = [...reported].find((issue) => !known.has(issue));
  if (made) placedUnion.issue = made;
  else placedUnion.isDropped = true;
}

/** The keyword of an issue that reports a union of objects with different fields: `params.fields` names them. */
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
  const places = others.map((form) => new Set(form.map(placeOf)));
  return first.filter((issue) => places.every((ofForm) => ofForm.has(placeOf(issue))));
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
