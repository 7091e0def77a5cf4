import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Gives a copy of the sources the packages that are installed here, as links: nothing that is done to it changes them. */
export function linkPackages(target: string): void {
  mkdirSync(join(target, 'node_modules/@lectern'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@lectern')
      symlinkSync(join(ROOT, 'node_modules', name), join(target, 'node_modules', name));
  for (const name of readdirSync(join(target, 'packages')))
    symlinkSync(join(target, 'packages', name), join(target, 'node_modules/@lectern', name));
}
