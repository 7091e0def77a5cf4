import type { ChangeClass, SpecChange } from './spec-change.ts';

/** How many changes there are of each class. */
export function countClasses(changes: readonly SpecChange[]): Record<ChangeClass, number> {
  const counts = { breaking: 0, 'non-breaking': 0, documentation: 0 };
  for (const change of changes) counts[change.class] += 1;
  return counts;
}
