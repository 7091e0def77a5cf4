// Checksums of what a release consists of, and the signature of their list.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './build-commit.mjs';

/** Writes SHA256SUMS, which `sha256sum --check` reads, with every file below `folder`. */
export function writeChecksums(folder) {
  const lines = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .map(
      (file) =>
        `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${relative(folder, file)}\n`,
    );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Signs the list of hashes, and with it every file. The public key is written beside it. */
export function signChecksums(folder, { key, version }) {
  const file = join(folder, 'SHA256SUMS');
  const publicKey = join(folder, 'lectern.pub');
  run('minisign', ['-S', '-s', key, '-m', file, '-t', `Lectern ${version}`]);
  run('minisign', ['-R', '-s', key, '-p', publicKey]);
  run('minisign', ['-V', '-q', '-p', publicKey, '-m', file]);
}
