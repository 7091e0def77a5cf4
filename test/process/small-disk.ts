import { chmodSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a program that runs Node.js with a small disk in memory as its data directory, which only its own processes
 * see.
 */
export function writeSmallDisk(folder: string, bytes: number): string {
  const program = join(folder, 'node-with-small-disk');
  const mount = `mount -t tmpfs -o size=${bytes} tmpfs "$LECTERN_DATA_DIR"`;
  const inside = `${mount} && exec "${process.execPath}" "$@"`;
  writeFileSync(
    program,
    `#!/bin/sh\nmkdir -p "$LECTERN_DATA_DIR"\nexec unshare ${process.getuid?.() === 0 ? '-m' : '-rm'} sh -c '${inside}' node "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

/** The disk of a process, seen from outside. */
export const pathOfDisk = (pid: number, dataDir: string): string => `/proc/${pid}/root${dataDir}`;

/** Fills a disk up to so many bytes, and returns the path of the file that does it. */
export function fillDisk(disk: string, leftBytes: number): string {
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  return filler;
}
