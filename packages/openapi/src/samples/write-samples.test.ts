/** The samples of generated operations are run, and what a server receives is read as the parameters say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECURITY_SCHEMES, testedOperations } from '../../test/random-operations.ts';
import { FILES, isInstalled, RUNNERS, runSamples, startEcho } from '../../test/run-samples.ts';
import { describeSpec } from '../reference/describe-spec.ts';

/** The compilers of the others are slow, and not on every machine. */
const LANGUAGES = process.env.LECTERN_SOAK ? Object.keys(RUNNERS) : ['cURL', 'JavaScript', 'Python'];
const COUNT = process.env.LECTERN_SOAK ? 150 : 60;

describe.for(LANGUAGES)('samples in %s', (title) => {
  test('send what their operations say', async (context) => {
    if (!(await isInstalled(title))) return context.skip();
    const seed = Number(process.env.SAMPLE_SEED ?? 4343);
    const [operations = []] = fc.sample(testedOperations(COUNT), { numRuns: 1, seed });
    const echo = await startEcho();
    try {
      const spec = {
        openapi: '3.1.0',
        servers: [{ url: echo.url }],
        paths: Object.fromEntries(
          operations.map(({ path, method, operation }) => [path, { [method]: operation }]),
        ),
        components: { securitySchemes: SECURITY_SCHEMES },
      };
      const samples = operations.map(({ path, method }) => {
        const described = describeSpec(spec, { kind: 'operation', method, path });
        const sample =
          described?.kind === 'operation' && described.samples.find((one) => one.title === title);
        if (!sample) throw new Error(`${method} ${path} has no sample.`);
        return sample.code;
      });
      await runSamples(title, samples);
      const faults = operations.flatMap(({ findFaults }, n) => {
        const sent = echo.sent.get(n);
        const found = sent ? findFaults(sent, FILES) : ['Nothing was sent.'];
        return found.map((fault) => `${fault}\n${samples[n]}`);
      });
      expect(faults).toEqual([]);
    } finally {
      echo.close();
    }
  });
});
