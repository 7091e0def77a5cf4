import { setFlagsFromString } from 'node:v8';

/** The bytes of bytecode that a function runs before V8 considers optimizing it. The default is 67,584. */
const INTERRUPT_BUDGET = 400_000;

/**
 * Makes the V8 of Node.js 20 optimize functions later, in all threads. By default it optimizes so much while new code
 * runs that its own threads take half of the processor time of a first import. Later versions wait longer themselves.
 */
export function delayOptimization(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
