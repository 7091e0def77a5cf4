import type { FormerMigration, Migration, MigrationFiles } from './migration-files.ts';
import { StartError } from './start-error.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** What a database needs to reach the newest schema, in the order in which it is done. */
export interface MigrationPlan {
  /** Applied migrations that have another name or another text today. */
  renamed: Renamed[];
  /** Migrations from before the schema file, which then takes the place of all of them. */
  earlier: Migration[];
  /** The schema file, if it takes their place. */
  replaces: Migration | undefined;
  pending: Migration[];
}

export interface Renamed {
  from: AppliedMigration;
  to: Migration[];
  /** What the former text did not do. */
  repair: { name: string; text: string } | undefined;
}

/**
 * Compares what was applied to a database with the files. A migration of another branch may have a lower number than
 * one that is applied already; it is pending all the same. Throws `StartError` if they disagree about the past.
 */
export function planMigrations(applied: readonly AppliedMigration[], files: MigrationFiles): MigrationPlan {
  const known = new Map(
    [...files.earlier, ...files.migrations].map((migration) => [migration.name, migration]),
  );
  const done = new Set<string>();
  const renamed: Renamed[] = [];
  const unknown: AppliedMigration[] = [];
  for (const row of applied) {
    if (known.get(row.name)?.checksum === row.checksum) {
      done.add(row.name);
      continue;
    }
    const former = files.former.find(({ name, checksum }) => name === row.name && checksum === row.checksum);
    if (former === undefined) unknown.push(row);
    else {
      renamed.push(describeRenamed(row, former, known, files.repairs));
      for (const name of former.becomes) done.add(name);
    }
  }
  if (unknown.length > 0) throw describeUnknown(unknown, known);
  const isEarly = files.earlier.some(({ name }) => done.has(name));
  const [schema] = files.migrations;
  return {
    renamed,
    earlier: isEarly ? files.earlier.filter(({ name }) => !done.has(name)) : [],
    replaces: isEarly ? schema : undefined,
    pending: files.migrations.filter(
      (migration) => !done.has(migration.name) && !(isEarly && migration === schema),
    ),
  };
}

/** How many steps the plan has for those who watch. */
export const countMigrations = ({ renamed, earlier, pending }: MigrationPlan): number =>
  renamed.length + earlier.length + pending.length;

function describeRenamed(
  from: AppliedMigration,
  { becomes, repair }: FormerMigration,
  known: ReadonlyMap<string, Migration>,
  repairs: ReadonlyMap<string, string>,
): Renamed {
  const to = becomes.map((name) => {
    const migration = known.get(name);
    if (!migration) throw new StartError(`${from.name} is now ${name}, but the file ${name}.sql is missing.`);
    return migration;
  });
  const [name = ''] = becomes;
  if (!repair) return { from, to, repair: undefined };
  const text = repairs.get(name);
  if (text === undefined)
    throw new StartError(
      `${from.name} was changed after it was applied, but repairs/${name}.sql is missing.`,
    );
  return { from, to, repair: { name, text } };
}

function describeUnknown(
  unknown: readonly AppliedMigration[],
  known: ReadonlyMap<string, Migration>,
): StartError {
  const newest = [...known.keys()].sort().at(-1) ?? '';
  const newer = unknown.filter(({ name }) => name.slice(0, 4) > newest.slice(0, 4));
  if (newer.length === unknown.length)
    return new StartError(
      `The database was migrated by a newer Lectern (${listNames(newer)} is unknown to this version). Start the newer version, or restore an older backup.`,
    );
  const changed = unknown.find(({ name }) => known.has(name));
  if (changed)
    return new StartError(
      `The migration ${changed.name} was changed after it was applied to this database. No released version has it in the form that was applied (checksum ${changed.checksum.slice(0, 12)}). Start the version that migrated the database, or restore a backup from before. If you changed the file, restore it and put the change into a new migration.`,
    );
  const [first] = unknown;
  return new StartError(
    `The database has a migration that no version of Lectern has: ${listNames(unknown)} (checksum ${first?.checksum.slice(0, 12)}). The newest migration of this version is ${newest}. The database was probably migrated by a modified copy. Start that copy and export the content, or restore a backup from before.`,
  );
}

const listNames = (rows: readonly AppliedMigration[]): string => rows.map(({ name }) => name).join(', ');
