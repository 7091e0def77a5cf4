import { usesTime } from '@lectern/expressions/child-expressions';
import { evaluateExpression, isTruthy } from '@lectern/expressions/evaluate-expression';
import type { Expression, Value } from '@lectern/expressions/expression';
import type { ExpressionProblem } from '@lectern/expressions/expression-problem';
import { listAskedPaths, type Path } from '@lectern/expressions/list-paths';
import { parseExpression } from '@lectern/expressions/parse-expression';
import type { ClaimSchema, ClaimsSchema } from '../adaptive-schema/claim-schema.ts';
import { listValues, MAX_COMBINATIONS } from './claim-values.ts';

export interface ConditionCheck {
  /** The reason why the text is not an expression. */
  problem?: ExpressionProblem;
  /** The claims in the condition that the schema does not have, such as `plan` and `address.city`. */
  unknownClaims: readonly string[];
  /**
   * For which visitors the condition holds. `unknown` if it depends on anything but claims whose values are all known.
   */
  holds: 'never' | 'always' | 'sometimes' | 'unknown';
}

/** The remaining steps of evaluation, for all conditions that are checked together. */
export interface Budget {
  steps: number;
}

const MAX_STEPS_OF_ONE = 2000;

/**
 * Checks a condition against the claims that visitors can have, each of which may be missing. Tries all combinations of
 * their values, so `never` and `always` are certain. Without a schema, any claim may have any value.
 */
export function checkCondition(
  text: string,
  schema: ClaimsSchema | undefined,
  budget: Budget,
): ConditionCheck {
  const { expression, problem } = parseExpression(text);
  if (!expression) return { problem, unknownClaims: [], holds: 'unknown' };
  const asked = listAskedPaths(expression).map((path) => findClaim(path, schema));
  const unknownClaims = [...new Set(asked.flatMap(({ unknown }) => unknown ?? []))];
  const claims = withoutCovered(asked);
  // The result of a condition that depends on the time is unknown, too.
  const holds = claims && !usesTime(expression) ? tryCombinations(expression, claims, budget) : 'unknown';
  return { unknownClaims, holds };
}

interface AskedClaim {
  /** The names below `visitor.claims`; undefined if it is not a claim, and so has an unknown value. */
  path: Path | undefined;
  /** The possible values, including a missing one; undefined if there are too many. */
  values?: readonly Value[] | undefined;
  /** The name of the claim, if the schema does not have it. */
  unknown?: string;
}

/** Finds the claim to which a path leads, or the one whose value contains its end. */
function findClaim([root, claims, ...names]: Path, schema: ClaimsSchema | undefined): AskedClaim {
  if (root !== 'visitor' || (claims !== undefined && claims !== 'claims') || !schema)
    return { path: undefined };
  let claim: ClaimSchema | Pick<ClaimsSchema, 'type' | 'properties'> = schema;
  for (const [index, name] of names.entries()) {
    // A property of a text or a list depends only on the value of that claim.
    if (claim.type !== 'object') return valuesOf(names.slice(0, index), claim);
    const path = names.slice(0, index + 1);
    if (!Object.hasOwn(claim.properties, name)) return { path, values: [undefined], unknown: path.join('.') };
    claim = claim.properties[name] as ClaimSchema;
  }
  return valuesOf(names, claim);
}

function valuesOf(path: Path, claim: ClaimSchema | Pick<ClaimsSchema, 'type' | 'properties'>): AskedClaim {
  const values = listValues(claim);
  // The object of all claims exists for every visitor.
  return { path, values: values && path.length > 0 ? [undefined, ...values] : values };
}

interface FiniteClaim {
  path: Path;
  values: readonly Value[];
}

/** Removes claims that are part of another one. Undefined if one of the claims has too many values. */
function withoutCovered(asked: readonly AskedClaim[]): FiniteClaim[] | undefined {
  const finite: FiniteClaim[] = [];
  for (const { path, values } of asked) {
    if (!path || !values) return undefined;
    // A path that covers others comes before them, as in the list of paths.
    if (!finite.some((other) => other.path.every((name, at) => path[at] === name)))
      finite.push({ path, values });
  }
  return finite;
}

function tryCombinations(
  expression: Expression,
  claims: readonly FiniteClaim[],
  budget: Budget,
): ConditionCheck['holds'] {
  const count = claims.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_COMBINATIONS) return 'unknown';
  const seen = new Set<boolean>();
  for (let number = 0; number < count; number += 1) {
    const data = { visitor: { claims: combine(claims, number) } };
    const most = Math.min(MAX_STEPS_OF_ONE, budget.steps);
    const { value, isStopped, steps } = evaluateExpression(expression, data, { maxSteps: most });
    budget.steps -= steps;
    if (isStopped) return 'unknown';
    seen.add(isTruthy(value));
    if (seen.size === 2) return 'sometimes';
  }
  return seen.has(true) ? 'always' : 'never';
}

/** Returns one combination of the values of claims: each digit of the number selects the value of one claim. */
function combine(claims: readonly FiniteClaim[], number: number): Value {
  let rest = number;
  let combined: Value = {};
  for (const { path, values } of claims) {
    combined = place(combined, path, values[rest % values.length]);
    rest = Math.floor(rest / values.length);
  }
  return combined;
}

function place(object: Value, [name, ...names]: Path, value: Value): Value {
  if (name === undefined || value === undefined) return name === undefined ? value : object;
  const fields = (object ?? {}) as Record<string, Value>;
  return { ...fields, [name]: place(fields[name], names, value) };
}
