// npm run release: builds the artifacts of a release from the current commit. docs/running/releases.md describes them.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from '../prepare.mjs';
import { buildCommit } from './build-commit.mjs';
import { fetchNode, NODE_VERSION } from './fetch-node.mjs';
import { findSection, UNRELEASED } from './read-changelog.mjs';
import { stageFiles } from './stage-files.mjs';
import { writeArchive } from './write-archive.mjs';
import { writeChart } from './write-chart.mjs';
import { signChecksums, writeChecksums } from './write-checksums.mjs';
import { writeDeb } from './write-deb.mjs';
import { writeImage } from './write-image.mjs';
import { writeSbom } from './write-sbom.mjs';

const ARTIFACTS = ['archive', 'deb', 'image', 'chart'];
const USAGE = `npm run release -- [--commit HEAD] [--out release] [--only ${ARTIFACTS.join(',')}] [--key minisign.key]`;

/** Returns the paths of the files that were written. */
async function release({ commit: revision, out, only, key }) {
  if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty.`);
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'lectern-release-'));
  try {
    const built = buildCommit(revision, join(work, 'clone'));
    const { version, commit, time, isTagged, folder } = built;
    console.log(`Lectern ${version} of ${commit.slice(0, 7)}${isTagged ? '' : ', which is not tagged'}`);
    const name = `lectern-${version}-linux-x64`;
    const stage = join(work, 'stage', name);
    const places = stageFiles(built, stage);
    const node = join(work, 'node');
    if (only.some((artifact) => artifact === 'deb' || artifact === 'image'))
      fetchNode({ workFolder: join(work, 'fetched'), target: node });
    const write = {
      archive: () =>
        writeArchive({ parent: join(work, 'stage'), names: [name], time, file: join(out, `${name}.tar.gz`) }),
      deb: () => writeDeb(built, { stage, node, work: join(work, 'deb'), out }),
      image: () => writeImage(built, { stage, node, work: join(work, 'image'), out }),
      chart: () => writeChart(built, { work: join(work, 'chart'), out }),
    };
    for (const artifact of only) write[artifact]();
    await writeSbom(built, { places, node: NODE_VERSION, file: join(out, `lectern-${version}.cdx.json`) });
    const changes = findSection(
      readFileSync(join(folder, 'docs/changelog.md'), 'utf8'),
      isTagged ? version : UNRELEASED,
    );
    writeFileSync(join(out, `CHANGES-${version}.md`), `# Lectern ${version}\n\n${changes}\n`);
    cpSync(join(folder, 'packaging/compose'), join(out, 'compose'), { recursive: true });
    writeChecksums(out);
    if (key !== undefined) signChecksums(out, { key, version });
    else console.log('Nothing is signed, because there is no --key.');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      commit: { type: 'string', default: 'HEAD' },
      out: { type: 'string', default: 'release' },
      only: { type: 'string', default: ARTIFACTS.join(',') },
      key: { type: 'string' },
    },
  });
  const only = values.only.split(',');
  const unknown = only.find((artifact) => !ARTIFACTS.includes(artifact));
  if (unknown !== undefined) throw new Error(`Unknown artifact “${unknown}”.`);
  if (values.key !== undefined && !existsSync(values.key)) throw new Error(`There is no key ${values.key}.`);
  return { ...values, only, out: resolve(root, values.out) };
}

// What the user of this machine prefers must not get into files.
process.umask(0o022);
Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C.UTF-8', LANGUAGE: '' });

let options;
try {
  options = readOptions();
} catch (error) {
  fail(`${error.message}\nUsage: ${USAGE}`);
}
try {
  await release(options);
  console.log(`The release is in ${options.out}.`);
} catch (error) {
  fail(error.message);
}
