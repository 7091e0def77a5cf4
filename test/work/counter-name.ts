/** What the instrumented code counts in: one for each execution of a function's body and of a loop's body. */
export const COUNTER = '__executedBlocks';
