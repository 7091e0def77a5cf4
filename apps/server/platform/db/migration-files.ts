import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.ts';

export interface Migration {
  name: string;
  checksum: string;
  text: string;
  /** Set if the migration runs outside a transaction: each statement can be repeated after a kill. */
  statements?: RepeatableStatement[];
}

export interface RepeatableStatement {
  text: string;
  /** The index that the statement creates. */
  index?: string;
}

/** A form that a migration had on main before a release froze it, under its old name and with its old checksum. */
export interface FormerMigration {
  name: string;
  checksum: string;
  /** The names of what it is today. */
  becomes: string[];
  /** Whether it did not do all that the first of these does: `repairs/<that name>.sql` adds what it lacks. */
  repair?: boolean;
}

export interface MigrationFiles {
  migrations: Migration[];
  /** What the first of the migrations, a whole schema, stands for. */
  earlier: Migration[];
  former: FormerMigration[];
  /** By the name of the migration. */
  repairs: Map<string, string>;
}

/** Found from the sources and from the build alike, which copies the SQL beside the compiled code. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/m;
const CREATE_INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on\b/i;
const REPEATABLE = [
  CREATE_INDEX,
  /^drop index concurrently if exists \w+$/i,
  /^alter table \w+ validate constraint \w+$/i,
];

/** Reads the migrations and what is known about earlier forms of them. Throws `StartError`. */
export async function readMigrationFiles(directory = MIGRATIONS): Promise<MigrationFiles> {
  const [migrations, earlier, former, repairs] = await Promise.all([
    readMigrations(directory),
    readMigrations(join(directory, 'earlier')),
    readFile(join(directory, 'former.json'), 'utf8').then(
      (text) => JSON.parse(text) as FormerMigration[],
      (error) => whenMissing<FormerMigration[]>(error, []),
    ),
    readMigrations(join(directory, 'repairs')),
  ]);
  return { migrations, earlier, former, repairs: new Map(repairs.map(({ name, text }) => [name, text])) };
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory).catch((error) => whenMissing<string[]>(error, []));
  const files = entries.filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set(files.map((file) => file.slice(0, 5)));
  const odd = files.find((file) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(file));
  if (odd)
    throw new StartError(`The migration ${odd} does not follow the naming pattern 0001_what_it_does.sql.`);
  if (numbers.size < files.length) throw new StartError('Two migrations have the same number.');
  return Promise.all(
    files.map(async (file) =>
      readMigration(
        file.slice(0, -4),
        (await readFile(join(directory, file), 'utf8')).replaceAll('\r\n', '\n'),
      ),
    ),
  );
}

function readMigration(name: string, text: string): Migration {
  const migration = { name, checksum: createHash('sha256').update(text).digest('hex'), text };
  return OUTSIDE_TRANSACTION.test(text)
    ? { ...migration, statements: readStatements(name, text) }
    : migration;
}

/** The text of a migration without what follows two dashes. */
export const withoutComments = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('--', 1)[0])
    .join('\n');

function readStatements(name: string, text: string): RepeatableStatement[] {
  const statements = withoutComments(text)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  for (const statement of statements)
    if (!REPEATABLE.some((pattern) => pattern.test(statement)))
      throw new StartError(
        `The migration ${name} runs outside a transaction, so each statement must be one that can be repeated: create index concurrently if not exists, drop index concurrently if exists, or validate constraint. This one is not: ${statement}`,
      );
  return statements.map((statement) => {
    const index = CREATE_INDEX.exec(statement)?.[1];
    return index === undefined ? { text: statement } : { text: statement, index };
  });
}

function whenMissing<T>(error: NodeJS.ErrnoException, fallback: T): T {
  if (error.code === 'ENOENT') return fallback;
  throw error;
}
