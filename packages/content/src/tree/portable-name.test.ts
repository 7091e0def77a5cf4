import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCommit } from '@lectern/git/program/write-commit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPortableName, toPortableSlug } from './portable-name.ts';
import { toSlug } from './slug.ts';

const DEVICES = [
  'CON',
  'prn',
  'Aux',
  'NUL',
  'COM1',
  'com9',
  'COM0',
  'LPT1',
  'lpt¹',
  'COM²',
  'com³',
  'CONIN$',
  'conout$',
];
const GIT = [
  '.git',
  '.GIT',
  '.Git',
  'git~1',
  'GIT~2',
  '.gitmodules',
  '.GITMODULES',
  'gitmod~1',
  'GI7EBA~1',
  '.gitattributes',
  'gitatt~1',
  '.gitignore',
  '.mailmap',
];
const HIDDEN = ['\u200b', '\u200c', '\u200d', '\ufeff', '\u202e', '\u206f', '\u00ad'];
const NAMES = [
  ...DEVICES.flatMap((name) => [
    name,
    `${name}.txt`,
    `${name}.tar.gz`,
    `${name} .md`,
    `${name}.`,
    `${name}:`,
    ` ${name}`,
  ]),
  ...GIT.flatMap((name) => [
    name,
    `${name} `,
    `${name}.`,
    `${name}...`,
    `${name}::$INDEX_ALLOCATION`,
    `${name}\\x`,
    ...HIDDEN.map((hidden) => `${name.slice(0, 2)}${hidden}${name.slice(2)}`),
    ...HIDDEN.map((hidden) => `${name}${hidden}`),
  ]),
  '',
  '.',
  '..',
  '...',
  ' ',
  '. .',
  '/',
  '\\',
  '../../etc/passwd',
  '..\\..\\x',
  'C:\\x',
  '\\\\server\\share',
  ...'<>:"/\\|?*\u0000\u0001\u001f\u007f\u0085\u2028\ud800\udc00\ufffe'
    .split('')
    .flatMap((sign) => [sign, `a${sign}b.png`, `${sign}a`, `a${sign}`]),
  'trailing.',
  'trailing ',
  'trailing. . ',
  ' leading',
  `${'a'.repeat(300)}.png`,
  `${'字'.repeat(100)}.png`,
  `${'👩‍💻'.repeat(60)}.png`,
  `a.${'b'.repeat(300)}`,
  `${'a'.repeat(199)}. .png`,
];

/** The rules of Windows for names, independent of the tested code. */
function findWindowsFault(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'not a name';
  for (const character of name)
    if ((character.codePointAt(0) as number) < 32 || '<>:"/\\|?*'.includes(character))
      return `has ${character}`;
  if (name.endsWith('.') || name.endsWith(' ')) return 'ends with a dot or a space';
  if (name.length > 255 || Buffer.byteLength(name) > 255) return 'is too long';
  const base = (name.split('.')[0] as string).trimEnd().toUpperCase();
  const devices = ['CON', 'PRN', 'AUX', 'NUL', 'CONIN$', 'CONOUT$'];
  for (const port of ['COM', 'LPT']) for (const digit of '0123456789¹²³') devices.push(port + digit);
  return devices.includes(base) ? 'is a device' : undefined;
}

let folder: string;
const git = (...parameters: string[]): string =>
  execFileSync('git', ['-C', folder, ...parameters], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-names-'));
  git('init', '--bare', '--quiet');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Throws unless Git accepts a commit with these names as files, and as folders. */
async function checkWithGit(names: readonly string[]): Promise<void> {
  const person = { name: 'A', email: 'a@example.com' };
  const content = Buffer.from('[submodule "x"]\n\turl = -u./payload\n\tpath = x\n');
  const files = names.flatMap((name, n) => [
    { path: `${n}/${name}`, content },
    { path: `folders/${n}/${name}/README.md`, content },
  ]);
  const commit = {
    parents: [],
    author: person,
    committer: person,
    message: 'Names',
    at: new Date(0),
    deleted: [],
    files,
  };
  const oid = await writeCommit(folder, commit, { timeoutMs: 60_000 });
  git('update-ref', 'refs/heads/main', oid);
  git('fsck', '--strict', '--no-dangling');
}

test('every name becomes one that Windows and Git accept', async () => {
  const names = NAMES.map(toPortableName);
  for (const [at, name] of names.entries())
    expect(findWindowsFault(name), JSON.stringify(NAMES[at])).toBeUndefined();
  await checkWithGit(names);
});

test('so does any text', async () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .tuple(fc.constantFrom(...DEVICES, ...GIT), fc.constantFrom('', ' ', '.', ...HIDDEN), fc.string())
        .map((parts) => parts.join('')),
    ),
    { minLength: 50, maxLength: 50 },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const names = given.map(toPortableName);
      for (const [at, name] of names.entries()) {
        expect(findWindowsFault(name), JSON.stringify(given[at])).toBeUndefined();
        expect(toPortableName(name)).toBe(name);
      }
      await checkWithGit(names);
    }),
    { numRuns: 5 },
  );
});

describe('the slug of a page', () => {
  const slugs = [
    ...NAMES.map(toSlug),
    ...DEVICES.map((name) => toSlug(`${name}.x`)),
    'guide',
    'v1.2',
    'über-uns',
    '字'.repeat(40),
  ];

  test('becomes a name that Windows and Git accept', async () => {
    for (const slug of slugs) {
      expect(findWindowsFault(toPortableSlug(slug)), slug).toBeUndefined();
      expect(findWindowsFault(`${toPortableSlug(slug)}.md`), slug).toBeUndefined();
    }
    await checkWithGit(slugs.map(toPortableSlug));
  });

  test('is read from that name again, unless it is too long', () => {
    for (const slug of slugs)
      if (Buffer.byteLength(slug) <= 200 && !slug.endsWith('.'))
        expect(toSlug(toPortableSlug(slug))).toBe(slug);
  });
});

test('ordinary names stay as they are', () => {
  for (const name of [
    'picture.png',
    'über uns.pdf',
    'Größe (1).svg',
    '.htaccess',
    'a-b_c~d.tar.gz',
    '图.png',
    '👩‍💻.png',
    'console.log',
    'com.example.txt',
    'com10.txt',
    'auxiliary',
    'gist~x',
    '-rf',
  ])
    expect(toPortableName(name)).toBe(name);
});
