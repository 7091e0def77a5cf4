import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest begins with the files that took longest the last time or, on a fresh clone, with the largest. The suites that
 * cross features are small files that run for long: at the end, one worker would wait for the other.
 */
export class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(process|permissions)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
