// npm run soak:faults: services whose surroundings fail while clients write, and what that cost the clients.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPrograms } from './install-programs.mjs';
import { fail, prepare, root } from './prepare.mjs';

/** Each takes a few minutes; all of them together less than twenty on two cores. */
const SUITES = [
  'test/process/faults.soak.test.ts',
  'test/process/rolling-restart.soak.test.ts',
  'test/process/failover.soak.test.ts',
  'test/process/full-disk.soak.test.ts',
  'test/process/killed-events.soak.test.ts',
  'test/process/alerts.soak.test.ts',
  'test/process/replica-alerts.soak.test.ts',
  'test/process/no-telemetry.soak.test.ts',
];
const COLUMNS = {
  fault: 'Fault',
  requests: 'Requests',
  failed: 'Failed',
  acknowledged: 'Acknowledged',
  lost: 'Lost',
  doubled: 'Doubled',
  recoverySeconds: 'Recovery (s)',
};

const startedAt = Date.now();
const chosen = process.argv.slice(2);
installPrograms(['haproxy', 'nginx-light', 'prometheus', 'redis-server'], 'The fault suites need servers');
prepare({ everything: true, checksTypes: false });
const folder = mkdtempSync(join(tmpdir(), 'lectern-faults-'));
const figures = join(folder, 'figures.jsonl');
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'soak',
    // One after the other: beside one another, they would measure each other.
    '--no-file-parallelism',
    ...(chosen.length > 0 ? chosen : SUITES),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, LECTERN_SOAK: '1', LECTERN_FAULT_FIGURES: figures } },
);
const [status] = await once(child, 'close');
if (existsSync(figures))
  printTable(
    readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
rmSync(folder, { recursive: true });
if (status !== 0) fail('npm run soak:faults failed; see above.');
console.log(`All faults were survived, in ${Math.round((Date.now() - startedAt) / 1000)} s.`);

/** As Markdown, for a report. */
function printTable(rows) {
  const names = Object.keys(COLUMNS);
  const cells = rows.map((row) =>
    names.map((name) => {
      const value = row[name];
      return typeof value === 'number' ? String(Math.round(value * 10) / 10) : (value ?? '');
    }),
  );
  const table = [Object.values(COLUMNS), names.map((name) => (name === 'fault' ? '---' : '--:')), ...cells];
  const widths = names.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  console.log();
  for (const row of table)
    console.log(
      `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`,
    );
  console.log();
}
