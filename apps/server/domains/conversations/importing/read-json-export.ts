import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Fields, recordsIn } from './help-desks.ts';

/** A record of an export, or the problem with one that cannot be read. */
export type ReadRecord = { record: Fields } | { problem: string };

/** Reads the records of a JSON file: a list, an object that contains the list, or one object on each line. */
export async function* readJsonExport(file: string, list: string): AsyncGenerator<ReadRecord> {
  if (await hasRecordsInLines(file)) yield* readLines(file);
  else yield* readWhole(file, list);
}

/** Whether the first line is an object of its own. */
async function hasRecordsInLines(file: string): Promise<boolean> {
  let lines = 0;
  let isObject = false;
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue;
    lines += 1;
    if (lines > 1) return isObject;
    isObject = line.trimStart().startsWith('{') && parse(line) !== undefined;
  }
  return false;
}

async function* readLines(file: string): AsyncGenerator<ReadRecord> {
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    const [record] = recordsIn([parse(line)]);
    yield record && Object.keys(record).length > 0
      ? { record }
      : { problem: `Line ${number} is not a JSON object.` };
  }
}

const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

async function* readWhole(file: string, list: string): AsyncGenerator<ReadRecord> {
  const value = parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  if (value === undefined) {
    yield { problem: 'The file is not valid JSON.' };
    return;
  }
  const [whole] = recordsIn([value]);
  const records = Array.isArray(value) ? value : Array.isArray(whole?.[list]) ? whole[list] : [value];
  for (const [at, record] of recordsIn(records).entries())
    yield Object.keys(record).length > 0 ? { record } : { problem: `Entry ${at + 1} is not a JSON object.` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
