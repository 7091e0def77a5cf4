// Writes the container image, as an archive that `podman load` and `docker load` read.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './build-commit.mjs';
import { writeArchive } from './write-archive.mjs';

const DEBIAN = 'trixie';
/** PostgreSQL refuses to run as a user without a name. */
const USER = 'lectern:x:10001:10001:Lectern:/var/lib/lectern:/usr/sbin/nologin';

export function writeImage({ folder, version, commit, time }, { stage, node, work, out }) {
  const context = join(work, 'context');
  mkdirSync(join(context, 'data'), { recursive: true });
  cpSync(stage, join(context, 'lectern'), { recursive: true, verbatimSymlinks: true });
  cpSync(node, join(context, 'node'), { recursive: true });
  writeFileSync(join(context, 'command'), '#!/bin/sh\nexec /usr/lib/lectern/bin/lectern "$@"\n');
  chmodSync(join(context, 'command'), 0o755);
  writeRoot(join(context, 'root.tar'), time);
  // Neither users nor mounts of its own are needed to put files into layers.
  const storage = [
    '--storage-driver=vfs',
    `--root=${join(work, 'storage')}`,
    `--runroot=${join(work, 'run')}`,
  ];
  const image = `localhost/lectern:${version}`;
  run('buildah', [
    ...[
      ...storage,
      'build',
      '--isolation=chroot',
      '--layers=false',
      '--format=docker',
      `--timestamp=${time}`,
    ],
    ...[`--build-arg=VERSION=${version}`, `--build-arg=COMMIT=${commit}`, `--tag=${image}`],
    ...[`--file=${join(folder, 'packaging/container/Containerfile')}`, context],
  ]);
  const pushed = join(work, 'pushed.tar');
  run('buildah', [...storage, 'push', '--quiet', image, `docker-archive:${pushed}:lectern:${version}`]);
  packImage(pushed, { work, time, file: join(out, `lectern-${version}-image.tar.gz`) });
}

/** Packs the image without the name of the container that built it, which is another one for each build. */
export function packImage(pushed, { work, time, file }) {
  const parent = join(work, 'pushed');
  mkdirSync(parent);
  run('tar', ['-xf', pushed, '-C', parent]);
  const [{ Config, RepoTags, Layers }] = JSON.parse(readFileSync(join(parent, 'manifest.json'), 'utf8'));
  const { container, ...image } = JSON.parse(readFileSync(join(parent, Config), 'utf8'));
  for (const part of [image.config, image.container_config]) if (part) part.Hostname = '';
  const text = JSON.stringify(image);
  const config = `${createHash('sha256').update(text).digest('hex')}.json`;
  writeFileSync(join(parent, config), text);
  writeFileSync(join(parent, 'manifest.json'), JSON.stringify([{ Config: config, RepoTags, Layers }]));
  writeArchive({ parent, names: ['manifest.json', config, ...Layers], time, file });
}

/** A Debian without manuals and translations. */
function writeRoot(file, time) {
  const left = ['man', 'doc', 'locale', 'info', 'lintian'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  const hooks = [
    `echo '${USER}' >> "$1/etc/passwd"`,
    `echo 'lectern:x:10001:' >> "$1/etc/group"`,
    // The next ones say when and where they were written.
    'rm -rf "$1"/var/log/* "$1"/var/cache/* "$1"/etc/resolv.conf "$1"/etc/hostname "$1"/etc/machine-id',
    'rm -rf "$1"/var/lib/apt/lists/* "$1"/etc/apt/sources.list "$1"/etc/apt/sources.list.d',
  ].map((hook) => `--customize-hook=${hook}`);
  run(
    'mmdebstrap',
    [
      ...['--quiet', '--variant=minbase', '--include=ca-certificates,git', ...left],
      // The cleanup makes apt's folders again. Their owner depends on whether apt's user may enter the build's folder.
      '--skip=cleanup/apt',
      ...['--dpkgopt=path-include=/usr/share/doc/*/copyright', ...hooks, DEBIAN, file],
    ],
    undefined,
    'inherit',
    { SOURCE_DATE_EPOCH: String(time) },
  );
}
