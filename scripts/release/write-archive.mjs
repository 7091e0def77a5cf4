// Writes archives that depend on nothing but their files: not on who packs them, when, or in which order.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './build-commit.mjs';

/** Packs the folder `name` of `parent`; `time` is in seconds. Node.js writes no time into the header of gzip. */
export function writeArchive({ parent, name, time, file }) {
  const plain = join(dirname(file), `.${name}.tar`);
  run('tar', [
    ...['--create', `--file=${plain}`, `--directory=${parent}`, '--sort=name', '--format=ustar'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', `--mtime=@${time}`, name],
  ]);
  writeFileSync(file, gzipSync(readFileSync(plain), { level: 9 }));
  run('rm', [plain]);
}
