import { isFileName } from './file-references.ts';
import { MAX_NESTING, MAX_VALUES } from './openapi-limits.ts';
import type { SpecProblem, ValuePath } from './spec-problem.ts';

interface FoundProblem {
  problem: Pick<SpecProblem, 'code' | 'message'>;
  path: ValuePath;
}

interface Survey {
  /** Whether something in it may be a reference to another file. */
  mayReferOut: boolean;
  /** Whether something in it may give a schema an address or an anchor. */
  hasNames: boolean;
  /** Whether something in it may be the keyword `dependencies` of old schemas. */
  hasDependencies: boolean;
}

interface ValueChain {
  value: object;
  key: string;
  parent: ValueChain | undefined;
  depth: number;
}

const NAMES = new Set(['$self', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef']);

/**
 * Looks through a value from outside, without recursion, for what later steps could not bear: nesting that exhausts the
 * stack, aliases that repeat too much or lead back to themselves, and a key that would replace a prototype.
 */
export function surveyValue(root: unknown): Survey | FoundProblem {
  let mayReferOut = false;
  let hasNames = false;
  let hasDependencies = false;
  if (typeof root !== 'object' || root === null) return { mayReferOut, hasNames, hasDependencies };
  const open: ValueChain[] = [{ value: root, key: '', parent: undefined, depth: 1 }];
  let values = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (depth > MAX_NESTING)
      return found(place, 'too-deep', `The spec nests more than ${MAX_NESTING} levels deep.`);
    for (const key of Object.keys(value)) {
      const child = (value as Record<string, unknown>)[key];
      values += 1;
      if (key === '__proto__') return found(place, 'invalid-name', 'The name “__proto__” cannot be used.');
      if (typeof child === 'object' && child !== null) {
        if (key === 'dependencies') hasDependencies = true;
        open.push({ value: child, key, parent: place, depth: depth + 1 });
      } else if (typeof child !== 'string') continue;
      else if (NAMES.has(key)) hasNames = true;
      else if (key === '$ref' ? !child.startsWith('#') : place.key === 'mapping' && isFileName(child))
        mayReferOut = true;
    }
    if (values > MAX_VALUES)
      return found(
        place,
        'too-large',
        `The spec has more than ${MAX_VALUES} values, including repeated ones.`,
      );
  }
  return { mayReferOut, hasNames, hasDependencies };
}

function found(place: ValueChain, code: SpecProblem['code'], message: string): FoundProblem {
  const path: string[] = [];
  for (let at: ValueChain | undefined = place; at?.parent; at = at.parent) path.unshift(at.key);
  return { problem: { code, message }, path };
}
