import type { Path } from '@lectern/expressions/list-paths';
import type { ClaimSchema, ClaimsSchema } from './claim-schema.ts';

export interface SuggestedCondition {
  description: string;
  condition: string;
}

/** More would not be read. */
const MAX_SUGGESTIONS = 200;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Suggests conditions on single claims to authors: one for each claim, and one for each value if there are few. */
export const suggestConditions = ({ properties }: ClaimsSchema): SuggestedCondition[] =>
  [...suggestIn(properties, ['visitor', 'claims'])].slice(0, MAX_SUGGESTIONS);

function* suggestIn(properties: Record<string, ClaimSchema>, above: Path): Generator<SuggestedCondition> {
  for (const [name, claim] of Object.entries(properties)) {
    const path = [...above, name];
    if (claim.type === 'object') yield* suggestIn(claim.properties, path);
    else yield* suggestFor(claim, path);
  }
}

function* suggestFor(
  claim: Exclude<ClaimSchema, { type: 'object' }>,
  path: Path,
): Generator<SuggestedCondition> {
  const written = writePath(path);
  const name = path.slice(2).join('.');
  switch (claim.type) {
    case 'boolean':
      yield { description: `“${name}” is true`, condition: `${written} === true` };
      yield { description: `“${name}” is false`, condition: `${written} === false` };
      return;
    case 'string':
      for (const value of claim.enum ?? [])
        yield {
          description: `“${name}” is “${value}”`,
          condition: `${written} === ${JSON.stringify(value)}`,
        };
      if (!claim.enum) yield { description: `“${name}” is known`, condition: `${written} != null` };
      return;
    case 'number':
      yield { description: `“${name}” is known`, condition: `${written} != null` };
      return;
    case 'array':
      yield* suggestForList(claim.items, { name, written });
  }
}

function* suggestForList(
  items: ClaimSchema,
  { name, written }: { name: string; written: string },
): Generator<SuggestedCondition> {
  if (items.type !== 'string' || !items.enum) {
    yield { description: `“${name}” has an item`, condition: `${written}.length > 0` };
    return;
  }
  for (const value of items.enum)
    yield {
      description: `“${name}” contains “${value}”`,
      condition: `${written}.includes(${JSON.stringify(value)})`,
    };
}

/** The path as an expression: `visitor.claims["my plan"]`. */
const writePath = ([first, ...names]: Path): string =>
  names.reduce(
    (written, name) => (IDENTIFIER.test(name) ? `${written}.${name}` : `${written}[${JSON.stringify(name)}]`),
    first as string,
  );
