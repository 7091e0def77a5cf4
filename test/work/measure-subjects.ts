import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { rolldown } from 'rolldown';
import { instrument } from './count-blocks.ts';
import type { Measurement } from './measure.ts';

/** Counts the work of all subjects, in a thread of its own. */
export async function measureSubjects(entry = 'measure.ts', input: object = {}): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-work-'));
  try {
    const main = join(folder, 'main.mjs');
    const subjects = join(folder, 'subjects.mjs');
    await writeFile(main, await bundle(entry));
    await writeFile(subjects, instrument(await bundle('subjects.ts')));
    return await runWorker(main, { ...input, subjects: pathToFileURL(subjects).href });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(name: string): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL(name, import.meta.url)),
    platform: 'node',
    logLevel: 'silent',
    // Machine code cannot be counted, and nothing here calls it.
    external: /^@node-rs\//,
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

function runWorker(file: string, workerData: object): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData });
    worker.on('message', (measurement: Measurement) => measurements.push(measurement));
    worker.on('error', reject);
    worker.on('exit', () => resolve(measurements));
  });
}
