/** Where two releases that should be the same differ. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_OUTPUT = 2 ** 28;
const SHOWN_LINES = 40;

/** The hash of its content in the name of a script, which is also in all scripts that import it. */
const CONTENT_HASH = /-[\w-]{8}(?=\.(?:js|css)\b)/g;

/**
 * The files that are not the same in both archives. Where the hash of a script differs, everything that imports it
 * differs, too: such files are compared without hashes, and the first places where they still differ are shown.
 *
 * @param folder Where the archives are unpacked.
 */
export function compareArchives(folder: string, archives: [string, string]): string {
  const places = archives.map((archive, n) => unpack(archive, join(folder, `archive-${n}`)));
  const [first, second] = places.map(readWithoutHashes) as [Map<string, string>, Map<string, string>];
  const changed = [...first.keys()].filter((name) => first.get(name) !== second.get(name));
  const changes = changed.map((name) => describeChange(name, first, second));
  return [...changes, ...compareFolders(places)].join('\n').trim();
}

/** The same for the layers of two images, with the owners, modes and times of their files. */
export function compareImages(folder: string, images: [string, string]): string {
  const places = images.map((image, n) => {
    const place = unpack(image, join(folder, `image-${n}`));
    const manifest = readFileSync(join(place, 'manifest.json'), 'utf8');
    const [{ Layers }] = JSON.parse(manifest) as [{ Layers: string[] }];
    const files = Layers.map((layer) => {
      unpack(join(place, layer), join(place, 'root'));
      return tar('--full-time', '--verbose', '-tf', join(place, layer));
    });
    writeFileSync(join(place, 'files'), files.join(''));
    return place;
  });
  const files = diff(...places.map((place) => join(place, 'files'))).slice(0, SHOWN_LINES);
  return [...compareFolders(places.map((place) => join(place, 'root'))), ...files].join('\n').trim();
}

/** The names of the files that are not the same. Devices are never the same for `diff`. */
const compareFolders = (folders: string[]): string[] =>
  diff('--recursive', '--brief', '--no-dereference', ...folders).filter(
    (line) => !line.endsWith('special file'),
  );

const diff = (...parameters: string[]): string[] =>
  spawnSync('diff', parameters, { encoding: 'utf8', maxBuffer: MAX_OUTPUT }).stdout.split('\n');

const tar = (...parameters: string[]): string =>
  execFileSync('tar', parameters, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });

function unpack(archive: string, place: string): string {
  mkdirSync(place, { recursive: true });
  tar('-xf', archive, '-C', place);
  return place;
}

/** The scripts and styles of a folder by their names, of which several may be the same without the hash. */
function readWithoutHashes(place: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of readdirSync(place, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(?:js|css)$/.test(path) && !path.includes('node_modules')) {
      const name = path.replace(CONTENT_HASH, '');
      const text = readFileSync(join(place, path), 'utf8').replace(CONTENT_HASH, '');
      found.set(name, [...(found.get(name)?.split('\0') ?? []), text].sort().join('\0'));
    }
  return found;
}

function describeChange(name: string, ...sides: [Map<string, string>, Map<string, string>]): string {
  const [first, second] = sides.map((side) => side.get(name) ?? '') as [string, string];
  let n = 0;
  while (first[n] === second[n]) n += 1;
  const excerpts = [first, second].map((text) => text.slice(Math.max(0, n - 100), n + 200));
  return `${name} at ${n}:\n${excerpts.join('\n')}`;
}
