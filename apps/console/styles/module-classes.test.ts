/** The names of classes that components use. One without rules is undefined, which nothing else reports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));
const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

const sources = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

it('are those of their style sheets', () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of sources) {
    const source = readFileSync(join(CONSOLE, file), 'utf8');
    for (const [, name, sheet] of source.matchAll(IMPORT)) {
      const rules = readFileSync(join(CONSOLE, dirname(file), sheet as string), 'utf8');
      const known = new Set(Array.from(rules.matchAll(/\.([A-Za-z_][\w-]*)/g), ([, one]) => one));
      for (const [, used] of source.matchAll(
        new RegExp(`(?<![/-])\\b${name}\\.(?!module\\.css)(\\w+)`, 'g'),
      )) {
        count += 1;
        if (!known.has(used)) missing.push(`${file}: ${used}`);
      }
    }
  }
  expect(count).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
