// Writes archives that depend on nothing but their files: not on who packs them, when, or in which order.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './build-commit.mjs';

/**
 * Packs `names`, which are files and folders in `parent`; `time` is in seconds. Node.js writes no time into the header of
 * gzip.
 */
export function writeArchive({ parent, names, time, file }) {
  const plain = join(dirname(file), `.${basename(file)}.plain`);
  run('tar', [
    ...['--create', `--file=${plain}`, `--directory=${parent}`, '--sort=name', '--format=ustar'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', `--mtime=@${time}`, ...names],
  ]);
  writeFileSync(file, gzipSync(readFileSync(plain)));
  run('rm', [plain]);
}
