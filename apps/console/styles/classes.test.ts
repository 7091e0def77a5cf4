/** Every class that the code of the console names is in its style sheet: a missing one is an empty text, or nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));
const classesOf = (path: string): Set<string> =>
  new Set([...readFileSync(path, 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name as string));

it('every class that a file names exists', () => {
  const missing: string[] = [];
  for (const file of readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(join(CONSOLE, file), 'utf8');
    for (const [, variable, sheet] of source.matchAll(/import (\w+) from '(\.[^']*\.module\.css)';/g)) {
      const known = classesOf(resolve(CONSOLE, dirname(file), sheet as string));
      for (const [, name] of source.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g')))
        if (name !== 'module' && !known.has(name as string)) missing.push(`${file}: ${variable}.${name}`);
    }
  }
  expect(missing).toEqual([]);
});
