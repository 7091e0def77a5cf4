import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest begins with the files that took longest the last time or, on a fresh clone, with the largest. Two groups come
 * before that:
 * 1. What starts many processes: to start one takes a worker ten times as long when it holds half a gigabyte.
 * 2. The suites that cross features, small files that run for long: at the end, one worker would wait for the other.
 */
const GROUPS = [
  /\/(?:test\/process|apps\/server\/domains\/git|apps\/server\/platform\/db\/embedded)\//,
  /\/test\/(?:permissions|browser|contract|work)\//,
];

export class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = ({ moduleId }: TestSpecification): number => {
      const group = GROUPS.findIndex((pattern) => pattern.test(moduleId));
      return group < 0 ? GROUPS.length : group;
    };
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other));
  }
}
