// Writes the Helm chart with the version of the release, as `helm package` would.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeArchive } from './write-archive.mjs';

export function writeChart({ folder, version, time }, { work, out }) {
  const chart = join(work, 'lectern');
  cpSync(join(folder, 'packaging/helm/lectern'), chart, { recursive: true });
  const file = join(chart, 'Chart.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .replace(/^# Both are set.*\n/m, '')
      .replaceAll(/(?<=[vV]ersion: )0\.0\.0$/gm, version),
  );
  writeArchive({ parent: work, names: ['lectern'], time, file: join(out, `lectern-chart-${version}.tgz`) });
}
