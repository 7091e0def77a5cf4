// npm run generate:notice: writes NOTICE, which lists the packages that Lectern ships, with their licenses.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';
import { findPackage } from './release/runtime-packages.mjs';
import { SITE_FONTS } from './site-fonts.mjs';

/** Needed for the build alone, but part of what browsers load from published sites. */
const OF_SITES = [
  'mermaid',
  ...Object.values(SITE_FONTS).flatMap((names) => names.map((name) => `@fontsource-variable/${name}`)),
];

const INTRODUCTION = `Lectern
Licensed under the Apache License 2.0; see LICENSE.

Pages of published sites contain icons of Font Awesome Free (https://fontawesome.com) by Fonticons, Inc., under the
Creative Commons Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/). Social previews are
drawn with the font Inter by The Inter Project Authors (https://github.com/rsms/inter), under the SIL Open Font License 1.1.
Diagrams are drawn with Mermaid (https://mermaid.js.org), under the MIT License.

Lectern also contains the following packages, each under its own license. The texts of the licenses follow the list.
`;

const OF_BROWSERS = `This site was built with Lectern, which is licensed under the Apache License 2.0.

Its pages contain icons of Font Awesome Free (https://fontawesome.com) by Fonticons, Inc., under the Creative Commons
Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/).

Diagrams are drawn by the following packages, and the fonts (@fontsource-variable) are those that a site can choose. Each
is under its own license. The texts of the licenses follow the list.
`;

/** Returns the text of NOTICE, from package-lock.json and the installed packages. */
export function writeNotice() {
  const packages = readLock();
  return writeLicenses(INTRODUCTION, packages, listShippedPackages(packages));
}

/** Returns the places of the packages in the service and in what browsers load. */
export function listShippedPackages(packages = readLock()) {
  const places = Object.keys(packages).filter((place) => isShipped(place, packages[place]));
  return addBundled(packages, places, [...OF_SITES, ...listConsolePackages(packages)]);
}

/** Returns the notice for what browsers load: it is one of the files of a built site. */
export function writeBrowserNotice() {
  const packages = readLock();
  return writeLicenses(OF_BROWSERS, packages, addBundled(packages, [], OF_SITES));
}

/** The packages of the lock file, without those of this repository. */
const readLock = () =>
  Object.fromEntries(
    Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages).filter(
      ([place, { link }]) => (place === '' || place.includes('node_modules/')) && !link,
    ),
  );

function writeLicenses(introduction, packages, places) {
  const texts = new Map();
  const lines = places.map((place) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const title = `${name} ${packages[place].version}`;
    const text = readLicense(place);
    if (text !== '') texts.set(text, [...(texts.get(text) ?? []), title]);
    return `* ${title}: ${packages[place].license ?? 'see its text'}`;
  });
  const sections = [...texts].map(
    ([text, titles]) => `${'-'.repeat(80)}\n${[...new Set(titles)].join('\n')}\n\n${text}\n`,
  );
  return `${introduction}\n${[...new Set(lines)].sort().join('\n')}\n\n${sections.join('\n')}`;
}

/** Packages for one platform are left out: they are parts of others, and are not installed everywhere. */
const isShipped = (place, { dev, optional, devOptional }) =>
  place !== '' && !dev && !optional && !devOptional;

/** The names of the packages that the sources of the console import. */
function listConsolePackages(packages) {
  const folder = join(root, 'apps/console');
  const names = new Set(['emojibase-data']);
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|^test\//.test(file)) continue;
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(
      /\b(?:from|import) '((?:@[\w-]+\/)?\w[\w-]*)/g,
    );
    for (const [, name] of imports) names.add(name);
  }
  return [...names].filter((name) => `node_modules/${name}` in packages);
}

/** Adds the packages `names`, which bundles for browsers contain, with those that they depend on. */
function addBundled(packages, places, names) {
  const found = new Set(places);
  const waiting = names.map((name) => `node_modules/${name}`);
  const begun = new Set();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (begun.has(place)) continue;
    begun.add(place);
    found.add(place);
    for (const name of Object.keys(packages[place].dependencies ?? {})) {
      const next = findPackage(packages, place, name);
      if (next !== undefined) waiting.push(next);
    }
  }
  return [...found].sort();
}

function readLicense(place) {
  const folder = join(root, place);
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying|ofl)(?:[.-]|$)/i.test(entry.name))
    .map(({ name }) => name);
  return names
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .replaceAll(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(join(root, 'NOTICE'), writeNotice());
