// npm run release:tag -- 0.2.0: gives the sources a version, closes the section of the changelog, commits and tags.
// The versions of npm's files are changed as text, because npm would install the packages to do it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordRelease } from '../check-migrations.mjs';
import { fail, root } from '../prepare.mjs';
import { run } from './build-commit.mjs';
import { closeSection } from './read-changelog.mjs';

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
  fail('State the version, such as: npm run release:tag -- 0.2.0');
if (run('git', ['status', '--porcelain'], root, 'pipe') !== '')
  fail('There are changes that are not committed. Commit or discard them first.');
if (run('git', ['tag', '--list', `v${version}`], root, 'pipe') !== '')
  fail(`The tag v${version} exists already.`);

const edit = (file, change) =>
  writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
const manifests = ['package.json', 'package-lock.json'];
try {
  edit('docs/changelog.md', (text) => closeSection(text, version));
} catch (error) {
  fail(error.message);
}
const current = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
for (const file of manifests) {
  // The first in both files, and the second of the lock file, which has it for its own package, too.
  let left = file === 'package.json' ? 1 : 2;
  edit(file, (text) =>
    text.replaceAll(`"version": "${current}"`, (found) => (left-- > 0 ? `"version": "${version}"` : found)),
  );
}
// From now on, the migrations stay as they are.
recordRelease(version);
run('git', ['commit', '--quiet', '--all', `--message=Release ${version}`]);
run('git', ['tag', '--annotate', `--message=Lectern ${version}`, `v${version}`]);
console.log(`Tagged v${version}. Now build it: npm run release`);
