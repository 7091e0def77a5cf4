import type { Condition, Conditions, Scope } from './evaluate-conditions.ts';

/** The truth of conditions for an audience, each evaluated once. */
export interface Truths {
  holds: readonly boolean[];
  /** Whether one of them depends on the current time. */
  isTimed: boolean;
  /** Names the truth of all: audiences with the same key see the same. */
  key: string;
}

/** Truths that do not depend on the time, by claims: an audience that comes again is not evaluated again. */
const fixedTruths = new WeakMap<object, WeakMap<readonly Condition[], Truths>>();

export function evaluateAll(
  conditions: Pick<Conditions, 'evaluate'>,
  list: readonly Condition[],
  scope: Scope,
): Truths {
  const { claims } = scope.audience;
  const known = fixedTruths.get(claims)?.get(list);
  if (known) return known;
  const results = list.map((condition) => conditions.evaluate(condition, scope));
  const holds = results.map((result) => result.holds);
  const isTimed = results.some((result) => result.isTimed);
  const truths = { holds, isTimed, key: keyOfTruths(holds) };
  if (!isTimed) {
    const ofClaims = fixedTruths.get(claims) ?? new WeakMap<readonly Condition[], Truths>();
    fixedTruths.set(claims, ofClaims.set(list, truths));
  }
  return truths;
}

/** Six to a character. */
function keyOfTruths(holds: readonly boolean[]): string {
  let key = '';
  for (let start = 0; start < holds.length; start += 6) {
    let bits = 0;
    for (let bit = 0; bit < 6; bit += 1) if (holds[start + bit]) bits |= 1 << bit;
    key += String.fromCharCode(0x30 + bits);
  }
  return key;
}
