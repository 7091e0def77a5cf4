import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Functions that the sources must not call, with the one to call instead. */
const FORBIDDEN: [RegExp, string][] = [[/URL\.canParse\(/, '@lectern/std/parse-url']];

test.each(FORBIDDEN)('no source calls %s', (pattern) => {
  const files = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
