// Puts the files of a release into a folder: the built service, the packages that it loads, and its documentation.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { listForPlatform, listRuntimePackages } from './runtime-packages.mjs';

/** Folders of packages that no program loads. */
const ASIDE = /^(?:tests?|__tests__|bench(?:marks?)?|examples?|docs?|\.github)$/;
const TYPES_AND_MAPS = /\.(?:map|[cm]?ts|flow|tsbuildinfo)$/;
const TEXTS = /\.(?:md|markdown)$/i;
const LICENSES = /^(?:licen[cs]e|notice|copying|ofl)(?:[.-]|$)/i;

/** Returns the places of the packages that were copied. */
export function stageFiles({ folder, commit }, target) {
  mkdirSync(join(target, 'bin'), { recursive: true });
  for (const name of ['LICENSE', 'NOTICE', 'docs'])
    cpSync(join(folder, name), join(target, name), { recursive: true });
  cpSync(join(folder, 'dist'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map') && basename(path) !== '.sources',
  });
  cpSync(join(folder, 'packaging/archive/lectern'), join(target, 'bin/lectern'));
  chmodSync(join(target, 'bin/lectern'), 0o755);
  const { name, version, description, license, type, engines } = readJson(join(folder, 'package.json'));
  writeJson(join(target, 'package.json'), {
    ...{ name, version, description, license, private: true, type, engines },
    bin: { lectern: 'bin/lectern' },
  });
  writeJson(join(target, 'release.json'), { commit });
  const { packages } = readJson(join(folder, 'package-lock.json'));
  const bundle = readdirSync(join(folder, 'dist'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, 'dist', file), 'utf8'))
    .join('\n');
  const places = listForPlatform(packages, listRuntimePackages(packages, bundle));
  const missing = places.filter((place) => !existsSync(join(folder, place)));
  if (missing.length > 0)
    throw new Error(
      `npm did not install ${missing.join(', ')}. The registry may have failed for a moment: try again.`,
    );
  for (const place of places) copyPackage(join(folder, place), join(target, place));
  return places;
}

function copyPackage(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const within = relative(from, path);
      if (within === '') return true;
      const name = basename(path);
      // A package within another one is copied if it is in the list itself.
      if (name === 'node_modules' || (within === name && ASIDE.test(name))) return false;
      // Settings of the tools with which the package was made.
      if (name.startsWith('.')) return false;
      return !TYPES_AND_MAPS.test(name) && (LICENSES.test(name) || !TEXTS.test(name));
    },
  });
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
