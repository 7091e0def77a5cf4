import type { Condition, Conditions } from './evaluate-conditions.ts';

/** Lists conditions, each once. */
export function createConditionList({ reduce }: Pick<Conditions, 'reduce'>) {
  const conditions: Condition[] = [];
  const positions = new Map<string, number>();
  return {
    conditions,
    add(condition: Condition): number {
      const reduced = reduce(condition);
      const name = JSON.stringify([reduced.expression, reduced.variables]);
      const known = positions.get(name);
      if (known !== undefined) return known;
      positions.set(name, conditions.length);
      conditions.push(reduced);
      return conditions.length - 1;
    },
  };
}
