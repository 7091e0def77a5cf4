// Writes the Debian package: the staged files and Node.js below /usr/lib/lectern, with what packaging/debian adds.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './build-commit.mjs';

/** The date as Debian's changelogs have it. `time` is in seconds. */
const formatDate = (time) => new Date(time * 1000).toUTCString().replace('GMT', '+0000');

export function writeDeb({ folder, version, time }, { stage, node, work, out }) {
  const debian = join(work, 'lectern/debian');
  const files = join(work, 'lectern/files');
  const library = join(files, 'usr/lib/lectern');
  cpSync(join(folder, 'packaging/debian'), debian, { recursive: true });
  cpSync(stage, library, { recursive: true, verbatimSymlinks: true });
  cpSync(node, join(library, 'node'), { recursive: true });
  // Debian has their texts in one place.
  cpSync(join(library, 'NOTICE'), join(files, 'NOTICE'));
  for (const name of ['LICENSE', 'NOTICE']) rmSync(join(library, name));
  // A version before a release comes before it in Debian’s order, too.
  const debianVersion = version.replace('-', '~');
  const [, maintainer] = /^Maintainer: (.+)$/m.exec(readFileSync(join(debian, 'control'), 'utf8'));
  writeFileSync(
    join(debian, 'changelog'),
    `lectern (${debianVersion}) stable; urgency=medium\n\n  * See /usr/lib/lectern/docs/changelog.md.\n\n -- ${maintainer}  ${formatDate(time)}\n`,
  );
  move(join(debian, 'lectern.sh'), join(files, 'usr/bin/lectern'), 0o755);
  move(join(debian, 'lectern.env'), join(files, 'etc/lectern/lectern.env'), 0o640);
  chmodSync(join(debian, 'rules'), 0o755);
  run(
    'dpkg-buildpackage',
    ['--build=binary', '--unsigned-changes', '--no-check-builddeps'],
    join(work, 'lectern'),
    'inherit',
    {
      SOURCE_DATE_EPOCH: String(time),
    },
  );
  for (const file of readdirSync(work).filter((name) => name.endsWith('.deb')))
    cpSync(join(work, file), join(out, file));
}

function move(from, to, mode) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
  rmSync(from);
  chmodSync(to, mode);
}
