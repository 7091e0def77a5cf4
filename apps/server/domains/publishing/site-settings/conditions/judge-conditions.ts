import type { ClaimsSchema } from '../adaptive-schema/claim-schema.ts';
import { type ConditionCheck, checkCondition } from './check-condition.ts';
import type { PlacedCondition } from './collect-conditions.ts';

export interface JudgedCondition extends PlacedCondition {
  holds: ConditionCheck['holds'];
  problem?: 'invalid' | 'unknown-claim' | 'never' | 'always';
  message?: string;
  claims?: readonly string[];
}

/** A fraction of a second of work. Conditions beyond it are undecided. */
const MAX_STEPS = 500_000;

/** Checks each condition; equal ones once. */
export function judgeConditions(
  conditions: readonly PlacedCondition[],
  schema: ClaimsSchema | undefined,
): JudgedCondition[] {
  const budget = { steps: MAX_STEPS };
  const known = new Map<string, ConditionCheck>();
  return conditions.map((placed) => {
    const check = known.get(placed.condition) ?? checkCondition(placed.condition, schema, budget);
    known.set(placed.condition, check);
    return {
      ...placed,
      holds: check.problem ? 'never' : check.holds,
      ...(placed.place.type === 'variable' ? IN_VARIABLE : describeProblem(placed.condition, check)),
    };
  });
}

const IN_VARIABLE = {
  problem: 'invalid',
  message:
    'Values of variables cannot have conditions, so visitors do not see the value. Write the condition around the text that shows the variable.',
} as const;

function describeProblem(
  condition: string,
  { problem, unknownClaims, holds }: ConditionCheck,
): Pick<JudgedCondition, 'problem' | 'message' | 'claims'> {
  if (problem) {
    const { line, column, message } = problem;
    // Conditions of content that are not understood are listed as they are written.
    if (/^(?:\{|<|\W*if\W)/i.test(condition))
      return {
        problem: 'invalid',
        message:
          'It is invalid, so visitors do not see the content that it may apply to. Write {% if … %} and {% endif %} around the text, or the key “if” with an expression in the front matter.',
      };
    return {
      problem: 'invalid',
      message: `It is not a valid expression (line ${line}, column ${column}): ${message}`,
    };
  }
  if (unknownClaims.length > 0)
    return {
      problem: 'unknown-claim',
      message: `The claims schema does not have ${unknownClaims.map((name) => `“${name}”`).join(', ')}.`,
      claims: unknownClaims,
    };
  if (holds === 'never') return { problem: 'never', message: 'It is false for every visitor.' };
  return holds === 'always' ? { problem: 'always', message: 'It is true for every visitor.' } : {};
}
