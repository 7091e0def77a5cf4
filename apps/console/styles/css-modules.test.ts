import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CONSOLE = fileURLToPath(new URL('..', import.meta.url));

const paths = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' });
const read = (path: string): string => readFileSync(join(CONSOLE, path), 'utf8');
const sources = paths
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(path) }));

/** The class names in a file that names none of other files. */
const classesOf = (css: string): Set<string> =>
  new Set(
    [...css.replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(
      ([, name]) => name as string,
    ),
  );

/** The sources that import a file, with the name under which they do. */
const usersOf = (file: string): { name: string; text: string }[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
      .filter(([, , from = '']) => join(dirname(path), from) === file)
      .map(([, name = '']) => ({ name, text: text.replace(/(?:from |import |import\()'[^']*'/g, '') })),
  );

const all = sources.map(({ text }) => text).join('\n');

/** By its name, or in an expression such as `styles[look]`, whose values are in quotes somewhere. */
const isUsed = (className: string, users: readonly { name: string; text: string }[]): boolean =>
  users.some(
    ({ name, text }) =>
      new RegExp(`\\b${name}\\.${className}\\b`).test(text) ||
      (text.includes(`${name}[`) && all.includes(`'${className}'`)),
  );

test.each(paths.filter((path) => path.endsWith('.module.css')))(
  '%s has the classes that are used',
  (file) => {
    const classes = classesOf(read(file));
    const users = usersOf(file);
    expect([...classes].filter((one) => !isUsed(one, users))).toEqual([]);
    const named = users.flatMap(({ name, text }) =>
      [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, className]) => className as string),
    );
    expect(named.filter((one) => !classes.has(one))).toEqual([]);
  },
);
