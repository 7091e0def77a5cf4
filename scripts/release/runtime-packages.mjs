// Which packages the built service loads at run time. The others are in its bundle already.

/**
 * Returns the places in node_modules, sorted. `bundle` is the text of the built service: a package that it loads or
 * whose files it reads is named in one of its strings, and so is the scope of one whose name is put together.
 */
export function listRuntimePackages(lockedPackages, bundle) {
  const packages = Object.fromEntries(
    Object.entries(lockedPackages).filter(
      ([place, { link, dev }]) => place.startsWith('node_modules/') && !link && !dev,
    ),
  );
  const named = new Set(
    Array.from(bundle.matchAll(/["'`]((?:@[\w.-]+\/)?[\w.-]+)(?=["'`/])/g), ([, name]) => name),
  );
  const scopes = new Set(Array.from(bundle.matchAll(/`(@[\w.-]+\/)\$\{/g), ([, scope]) => scope));
  const isWanted = (name) => named.has(name) || scopes.has(name.replace(/\/.*/, '/'));
  const waiting = Object.keys(packages).filter(
    (place) => place.lastIndexOf('node_modules/') === 0 && isWanted(place.slice('node_modules/'.length)),
  );
  const found = new Set();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = findPackage(packages, place, name);
      if (next !== undefined) waiting.push(next);
    }
  }
  // They only have types.
  return [...found].filter((place) => !place.startsWith('node_modules/@types/')).sort();
}

/** The only platform that releases are made for. */
const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };

/**
 * Returns those of the places that belong to the platform of releases. npm leaves out an optional package that it cannot
 * download and reports success, so a release must not depend on which ones it installed.
 */
export const listForPlatform = (lockedPackages, places) =>
  places.filter((place) =>
    Object.entries(PLATFORM).every(([kind, ours]) => lockedPackages[place][kind]?.includes(ours) ?? true),
  );

/** A package finds others below itself, or below the packages around it. */
export function findPackage(packages, from, name) {
  for (let base = from; ; base = base.slice(0, base.lastIndexOf('/node_modules/'))) {
    const place = `${base}/node_modules/${name}`;
    if (place in packages) return place;
    if (!base.includes('/node_modules/')) break;
  }
  return `node_modules/${name}` in packages ? `node_modules/${name}` : undefined;
}
