import { createPause, type Pause } from '../../platform/threads/pause.ts';

/** Lists of so many items are written item by item. */
const LONG_LIST = 100;
const WORK_OF_ITEM = 2;

/** The JSON of an object. While it writes long lists in it, others take their turns. */
export async function writeJson(object: object, pause: Pause = createPause()): Promise<string> {
  const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length >= LONG_LIST;
  const fields = Object.entries(object);
  if (!fields.some(([, value]) => isLong(value))) return JSON.stringify(object);
  const written: string[] = [];
  for (const [name, value] of fields) {
    const text = isLong(value) ? await writeList(value, pause) : JSON.stringify(value);
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${written.join(',')}}`;
}

async function writeList(items: readonly unknown[], pause: Pause): Promise<string> {
  const written: string[] = [];
  for (const item of items) {
    written.push(JSON.stringify(item) ?? 'null');
    await pause(WORK_OF_ITEM);
  }
  return `[${written.join(',')}]`;
}
