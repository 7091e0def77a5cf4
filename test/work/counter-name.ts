/** The counter of the instrumented code: increased for each execution of the body of a function or loop. */
export const COUNTER = '__executedBlocks';
