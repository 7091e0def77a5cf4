import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { packageSources } from '../../scripts/package-sources.mjs';
import { instrument } from './count-blocks.ts';
import type { Measurement } from './measure.ts';
import type { SearchOptions } from './search-slow-inputs.ts';

/** Longer than any input takes, even on a busy machine: what takes longer is named instead of awaited. */
const DEADLINE_MS = 120_000;

/** Counts the work of every subject, or of one in several. */
export function measureSubjects({ oneIn }: { oneIn: number }): Promise<Measurement[]> {
  return runCounted('measure.ts', { oneIn });
}

/** Counts the work of random texts. */
export function searchSlowInputs(options: SearchOptions): Promise<Measurement[]> {
  return runCounted('search-slow-inputs.ts', options);
}

/** Runs a file in a thread of its own, with the subjects instrumented. */
async function runCounted(entry: string, options: object): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-work-'));
  try {
    const main = join(folder, 'main.mjs');
    const subjects = join(folder, 'subjects.mjs');
    await writeFile(main, await bundle(entry));
    await writeFile(subjects, instrument(await bundle('subjects.ts')));
    return await runWorker(main, { ...options, subjects: pathToFileURL(subjects).href });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(name: string): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL(name, import.meta.url)),
    platform: 'node',
    plugins: [packageSources],
    logLevel: 'silent',
    // Machine code cannot be counted, and nothing here calls it.
    external: /^@node-rs\//,
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** The thread tells the name of an input before it counts it, and the measurement afterwards. */
function runWorker(file: string, workerData: object): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData });
    let deadline: NodeJS.Timeout | undefined;
    worker.on('message', (message: string | Measurement) => {
      clearTimeout(deadline);
      if (typeof message !== 'string') {
        measurements.push(message);
        return;
      }
      deadline = setTimeout(() => {
        reject(new Error(`This input took more than ${DEADLINE_MS / 1000} seconds: ${message}`));
        void worker.terminate();
      }, DEADLINE_MS);
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      clearTimeout(deadline);
      resolve(measurements);
    });
  });
}
