import { setFlagsFromString } from 'node:v8';

/**
 * Make the V8 of Node.js 20 optimize a function only after it has run 400,000 bytes of bytecode; the default is 67,584.
 * By default it optimizes so much while new code runs that its own threads take half of the processor time of a first
 * import. Node.js 24 waits longer itself (`docs/decisions/late-optimization.md`).
 */
export const OPTIMIZATION_FLAGS: readonly string[] = process.versions.node.startsWith('20.')
  ? ['--interrupt-budget=400000']
  : [];

/** Sets the flags for all threads of this process. */
export function delayOptimization(): void {
  for (const flag of OPTIMIZATION_FLAGS) setFlagsFromString(flag);
}
