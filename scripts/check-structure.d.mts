/** Every problem of a tree of sources as a sentence. `files`: text by path below `apps`. */
export function findProblems(files: Map<string, string>, rules?: object): string[];
