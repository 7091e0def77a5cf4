// Writes the list of the packages in a release in the format of CycloneDX.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmCommand } from '../prepare.mjs';
import { run } from './build-commit.mjs';

/** `places`: the packages that the release has beside the bundle. `node`: the version of Node.js in some artifacts. */
export async function writeSbom({ folder, commit, version, time }, { places, node, file }) {
  const { listShippedPackages } = await import(pathToFileURL(join(folder, 'scripts/write-notice.mjs')).href);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const shipped = new Set(
    [...listShippedPackages(), ...places].map(
      (place) =>
        `${packages[place].name ?? place.replace(/.*node_modules\//, '')}@${packages[place].version}`,
    ),
  );
  // What npm reports as a problem of peers was installed by npm itself.
  const [command, parameters] = npmCommand([
    ...['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--legacy-peer-deps'],
  ]);
  const whole = JSON.parse(run(command, parameters, folder, 'pipe'));
  writeFileSync(
    file,
    `${JSON.stringify(limitSbom(whole, { shipped, commit, version, time, node }), null, 2)}\n`,
  );
}

/** Leaves only what is shipped, with a serial number and a time that follow from the commit. */
export function limitSbom(whole, { shipped, commit, version, time, node }) {
  const components = whole.components
    .filter((component) => shipped.has(nameOf(component)))
    .map((component) => ({ ...component, scope: 'required' }));
  const missing = [...shipped].filter((name) => !components.some((component) => nameOf(component) === name));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`);
  const refs = new Set([
    whole.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ]);
  const [a, b, c, d, e] = /^(.{8})(.{4})(.{3})(.{3})(.{12})/
    .exec(createHash('sha256').update(`lectern ${version} ${commit}`).digest('hex'))
    .slice(1);
  return {
    ...whole,
    serialNumber: `urn:uuid:${a}-${b}-5${c}-8${d}-${e}`,
    metadata: {
      ...whole.metadata,
      timestamp: new Date(time * 1000).toISOString(),
      component: { ...whole.metadata.component, version },
    },
    components: [...components, describeNode(node)],
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;

const describeNode = (version) => ({
  type: 'platform',
  'bom-ref': `node@${version}`,
  name: 'node',
  version,
  scope: 'optional',
  description: 'In the Debian package and in the container image, but not in the archive.',
  licenses: [{ license: { id: 'MIT' } }],
});
