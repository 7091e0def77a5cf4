import { parentPort, workerData } from 'node:worker_threads';
import { WorkCounter } from './count-work.ts';
import type { Subject } from './subjects.ts';

/** The work of a subject at a size and at four times that size. */
export interface Measurement {
  name: string;
  small: number;
  large: number;
  /** The characters by which the larger input exceeds the smaller one. */
  characters: number;
}

/** The subjects are another bundle, so that only their work is counted. */
const counter = new WorkCounter();
const { subjects } = (await import(workerData.subjects)) as { subjects: Subject[] };

for (const [i, { name, n, prepare }] of subjects.entries()) {
  if (i % workerData.oneIn !== 0) continue;
  parentPort?.postMessage(name);
  // Things that are created once, such as compiled patterns and schemas, are not work of the input.
  await prepare(4).run();
  const [small, large] = [prepare(n), prepare(4 * n)];
  const measurement: Measurement = {
    name,
    small: await counter.count(small.run),
    large: await counter.count(large.run),
    characters: large.length - small.length,
  };
  parentPort?.postMessage(measurement);
}
