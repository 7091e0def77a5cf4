/** Measures the clustering of conversations: its quality on labelled messages, and what new messages cost. */
import { measureGrowth } from './clusters/growth.ts';
import { measureLabelled } from './clusters/labelled.ts';

const OLD = 100_000;

/** `parameters`: the parts to run (`labelled`, `growth`), all if none is named; the number of old messages. */
export async function run(parameters: readonly string[] = []): Promise<void> {
  const old = parameters.find((parameter) => /^\d+$/.test(parameter));
  const parts = parameters.filter((parameter) => parameter !== old);
  const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
  if (isWanted('labelled')) measureLabelled();
  if (isWanted('growth')) measureGrowth(Number(old ?? OLD));
}
