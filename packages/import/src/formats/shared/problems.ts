import type { ImportProblem } from '../../imported-content.ts';

/** Further problems with the same reason in one file are not reported. */
const MAX_PER_FILE = 100;
const MAX_PROBLEMS = 10_000;

/** Collects the problems of an import. */
export interface Problems {
  readonly list: ImportProblem[];
  report(problem: ImportProblem): void;
}

export function createProblems(): Problems {
  const list: ImportProblem[] = [];
  const counts = new Map<string, number>();
  return {
    list,
    report(problem) {
      const key = `${problem.reason}\n${problem.path}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count > MAX_PER_FILE || list.length > MAX_PROBLEMS) return;
      if (list.length === MAX_PROBLEMS)
        list.push({
          path: problem.path,
          reason: 'more-problems',
          message: 'More problems were found than can be listed.',
        });
      else if (count === MAX_PER_FILE)
        list.push({ ...problem, message: `${problem.message} Further ones in this file are not listed.` });
      else list.push(problem);
    },
  };
}
