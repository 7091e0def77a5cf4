/** The samples of generated operations are run, and what a server receives is read as the parameters say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECURITY_SCHEMES, testedOperations } from '../../test/random-operations.ts';
import { FILES, isInstalled, RUNNERS, runSamples, startEcho } from '../../test/run-samples.ts';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';

/** The compilers of the others are slow, and not on every machine. */
const LANGUAGES = process.env.LECTERN_SOAK ? Object.keys(RUNNERS) : ['cURL', 'JavaScript', 'Python'];
const COUNT = Number(process.env.SAMPLE_COUNT ?? (process.env.LECTERN_SOAK ? 150 : 15));
const VERSIONS = ['3.0.3', '3.1.0', '3.2.0'];
const CASES = LANGUAGES.flatMap((title, n) =>
  (process.env.LECTERN_SOAK ? VERSIONS : [VERSIONS[n % VERSIONS.length] as string]).map(
    (version) => [title, version] as const,
  ),
);

/** The spec as a service stores it. Each version has its own way to say what a file and an example are. */
function storeSpec(spec: Json, version: string): Json {
  const text = JSON.stringify({ ...spec, openapi: version }, (key, value: unknown) => {
    if (version === '3.0.3' && key === 'contentMediaType') return undefined;
    const isFile = Object(value).contentMediaType === 'application/octet-stream';
    if (version === '3.0.3' && isFile) return { type: 'string', format: 'binary' };
    if (version === '3.2.0' && Object(value).in !== undefined && 'example' in Object(value)) {
      const { example, ...parameter } = value as Json;
      return { ...parameter, examples: { one: { dataValue: example }, two: { dataValue: 'other' } } };
    }
    return value;
  });
  const file = { url: 'https://example.com/openapi.json', bytes: Buffer.from(text) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  return readStoredSpec(outcome.filesystem);
}

describe.for(CASES)('samples in %s of a spec of %s', ([title, version]) => {
  test('send what their operations say', async (context) => {
    if (!(await isInstalled(title))) return context.skip(`The program for ${title} is not installed.`);
    const seed = Number(process.env.SAMPLE_SEED ?? 4343) + VERSIONS.indexOf(version);
    const [operations = []] = fc.sample(testedOperations(COUNT), { numRuns: 1, seed });
    const echo = await startEcho();
    try {
      const spec = storeSpec(
        {
          info: { title: 'Things', version: '1' },
          servers: [{ url: echo.url }],
          paths: Object.fromEntries(
            operations.map(({ path, method, operation }) => [path, { [method]: operation }]),
          ),
          components: {
            securitySchemes: SECURITY_SCHEMES,
            schemas: Object.assign({}, ...operations.map(({ schemas }) => schemas)) as Json,
          },
        },
        version,
      );
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
