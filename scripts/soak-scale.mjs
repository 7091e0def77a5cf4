// npm run soak:scale: a large installation, of which one part after the other is killed. The argument is how many minutes it
// takes, 60 by default.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPrograms } from './install-programs.mjs';
import { fail, prepare, root } from './prepare.mjs';

const minutes = Number(process.argv[2] ?? 60);
if (!(minutes > 0)) fail('npm run soak:scale takes a number of minutes: npm run soak:scale -- 60.');
installPrograms(
  ['postgresql-15', 'patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'redis-server'],
  'The installation consists of servers',
);
prepare({ everything: true, checksTypes: false });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'soak', '--testTimeout', String(minutes * 60_000 + 600_000)],
    'test/process/scale/scale.soak.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LECTERN_SOAK: '1', LECTERN_SOAK_MINUTES: String(minutes) },
  },
);
if (status !== 0) fail('npm run soak:scale failed; see above.');
