import { unknownToken } from '../../access/access-errors.ts';
import type { VisitorGate } from '../../access/visitor-gate.ts';

/** Recognizes the tokens of visitors. */
export const createVisitorGate = (): VisitorGate => ({
  peek: () => unknownToken(),
  grant: async () => unknownToken(),
});
