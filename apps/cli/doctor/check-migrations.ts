import type { ReservedSql } from 'postgres';
import { readApplied } from '../../server/platform/db/migrate.ts';
import {
  type Migration,
  readMigrationFiles,
  withoutComments,
} from '../../server/platform/db/migration-files.ts';
import {
  countMigrations,
  type MigrationPlan,
  planMigrations,
} from '../../server/platform/db/migration-plan.ts';
import { StartError } from '../../server/platform/db/start-error.ts';
import { describeBytes } from '../describe-bytes.ts';
import { measureTables } from './database-state.queries.ts';
import { Findings, messageOf } from './finding.ts';

const CONTRACT = /^-- contract since (\S+):/m;
const TABLE =
  /\b(?:alter table (?:only )?|create (?:unique )?index (?:concurrently )?(?:if not exists )?\w+ on |^update |^delete from |^insert into )(\w+)/gim;
const CREATED = /\bcreate table (?:if not exists )?(\w+)/gi;
/** What one second of an upgrade reads and writes, roughly, on a disk of average speed. */
const BYTES_PER_SECOND = 50e6;
const LARGE = 500e6;

/** What the next start would do to the database, and whether it can. `free`: the room on its disk, if it is known. */
export async function checkMigrations(
  connection: ReservedSql,
  { free, directory }: { free?: number | undefined; directory?: string | undefined },
): Promise<Findings> {
  const findings = new Findings('migrations');
  const files = await readMigrationFiles(directory);
  let plan: MigrationPlan;
  try {
    plan = planMigrations(await readApplied(connection), files);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.fail(messageOf(error), 'Do not start this version on this database before that is settled.');
    return findings;
  }
  const count = countMigrations(plan);
  if (count === 0) {
    findings.ok('The database has the newest schema.');
    return findings;
  }
  const pending = [...plan.earlier, ...plan.pending];
  const names = [...plan.renamed.map(({ from }) => from.name), ...pending.map(({ name }) => name)];
  findings.ok(
    `${count} ${count === 1 ? 'migration is' : 'migrations are'} pending and can be applied: ${shorten(names)}.`,
  );
  for (const migration of pending) describeContract(migration, findings);
  await checkTables(connection, { pending, free, findings });
  return findings;
}

const shorten = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 3).join(', ')}, …, ${names.at(-1)}` : names.join(', ');

function describeContract({ name, text }: Migration, findings: Findings): void {
  const [, since] = CONTRACT.exec(text) ?? [];
  if (since !== undefined)
    findings.warn(
      `${name} removes what versions before ${since} use.`,
      `Stop processes of versions before ${since} first. Later ones keep serving during the upgrade.`,
    );
}

/** The tables that a migration changes and that were there before it. */
function listChangedTables(migrations: readonly Migration[]): string[] {
  const texts = migrations.map(({ text }) => withoutComments(text));
  const created = new Set(texts.flatMap((text) => [...text.matchAll(CREATED)].map(([, name]) => name)));
  const changed = texts.flatMap((text) => [...text.matchAll(TABLE)].map(([, name = '']) => name));
  return [...new Set(changed)].filter((name) => !created.has(name)).sort();
}

async function checkTables(
  connection: ReservedSql,
  { pending, free, findings }: { pending: Migration[]; free: number | undefined; findings: Findings },
): Promise<void> {
  const sizes = await measureTables(connection, listChangedTables(pending));
  const large = [...sizes].filter(([, bytes]) => bytes >= LARGE);
  for (const [name, bytes] of large)
    findings.warn(
      `The pending migrations change ${name} (${describeBytes(bytes)}). This may take up to ${Math.ceil(bytes / BYTES_PER_SECOND)} seconds.`,
      'Upgrade when few people write.',
    );
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (large.length === 0)
    findings.ok(
      `They change ${sizes.size} existing tables with ${describeBytes(total)}, each under a short lock.`,
    );
  if (free !== undefined && free < total * 2)
    findings.fail(
      `The disk of the database has ${describeBytes(free)} left, and the migrations may need up to ${describeBytes(total * 2)}.`,
      'Make room before the upgrade.',
    );
}
