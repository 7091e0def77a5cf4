// Part of npm run check:structure: migrations that were released are frozen, and a new one changes nothing that the
// processes of the version before need while it runs (docs/decisions/expand-and-contract.md).
// `--release 0.2.0` notes the migrations of a release in released.json.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

const FOLDER = 'apps/server/platform/db/migrations';
const RELEASED = join(root, FOLDER, 'released.json');

/** As the service computes it when it applies a migration. */
const checksum = (text) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

const CONTRACT = /^-- contract since (\S+): *\S/m;
const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/m;

/** What no migration may do to a table of the version before, with what to do instead. */
const REFUSED = [
  [/^drop table\b/, 'drops a table'],
  [/^drop (?:view|function|type|trigger|sequence)\b/, 'drops what the previous version may use'],
  [/^drop index\b/, 'drops an index, which queries and “on conflict” may need'],
  [/^truncate\b/, 'empties a table'],
  [/^lock\b/, 'locks a table'],
  [/^(?:cluster|vacuum full|reindex(?! .*concurrently))\b/, 'rewrites a table while nobody can use it'],
];
const REFUSED_ACTIONS = [
  [/^drop column\b/, 'drops a column'],
  [/^drop (?!column\b|constraint\b|not null)(?:if exists )?\w+/, 'drops a column'],
  [/^drop constraint\b/, 'drops a constraint, which “on conflict” may need'],
  [/^rename\b/, 'renames what the previous version uses'],
  [/^alter (?:column )?\w+ (?:set data )?type\b/, 'changes the type of a column'],
  [/^alter (?:column )?\w+ set not null\b/, 'requires a value that the previous version may not write'],
  [/^alter (?:column )?\w+ drop default\b/, 'drops a default that the previous version relies on'],
  [/^alter (?:column )?\w+ set (?:expression|generated)\b/, 'changes how a column is generated'],
  [
    /^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/,
    'adds a constraint that rows of the previous version may violate',
  ],
  [
    /^add (?:constraint \w+ )?(?:check|foreign key)\b(?!.*not valid$)/,
    'adds a constraint that rows of the previous version may violate, and checks all rows while nobody can write',
  ],
];

/** Texts, bodies of functions and comments contain no statements. */
const withoutTexts = (text) =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");

const toStatements = (text) =>
  withoutTexts(text)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');

/** The actions of an `alter table`: commas inside brackets do not separate them. */
function splitActions(text) {
  const actions = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

const lacksValue = (action) =>
  /^add (?:column )?(?:if not exists )?\w+ (?!.*\b(?:default|generated)\b).*\bnot null\b/.test(action) &&
  !/^add (?:constraint|unique|primary|check|foreign|exclude)\b/.test(action);

/** What one migration does that the previous version would notice, each as words that follow its name. */
export function findBreakingChanges(text) {
  const found = [];
  const created = new Set();
  const isOurs = (table) => created.has(table);
  for (const statement of toStatements(text)) {
    const [, made] = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement) ?? [];
    if (made) created.add(made);
    for (const [pattern, words] of REFUSED) if (pattern.test(statement)) found.push(words);
    const [, unique, concurrently, indexed] =
      /^create (unique )?index (concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/.exec(statement) ??
      [];
    if (indexed && !isOurs(indexed)) {
      if (unique)
        found.push(`adds a unique index on ${indexed}, which rows of the previous version may violate`);
      if (!concurrently)
        found.push(
          `creates an index on ${indexed} while nobody can write to it; begin the file with “-- outside a transaction” and use “create index concurrently if not exists”`,
        );
    }
    const [, altered, actions] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? [];
    if (!altered || isOurs(altered)) continue;
    for (const action of splitActions(actions)) {
      if (lacksValue(action))
        found.push(`adds a column to ${altered} that the previous version does not write, without a default`);
      const [, words] = REFUSED_ACTIONS.find(([pattern]) => pattern.test(action)) ?? [];
      if (words) found.push(`${words} (${altered}: ${action})`);
    }
  }
  return [...new Set(found)];
}

/**
 * Every problem as a sentence. `files`: the text by name, as in `0051_space_events` or `earlier/0001_core`. `released`:
 * the checksums by name, by version. `tagged`: the checksums of the last tag, if there is one.
 */
export function findMigrationProblems({ files, released, tagged }) {
  const problems = [];
  const frozen = new Map();
  for (const [version, migrations] of Object.entries(released))
    for (const [name, sum] of Object.entries(migrations)) frozen.set(name, { version, sum });
  for (const [name, sum] of Object.entries(tagged?.migrations ?? {})) {
    if (!frozen.has(name))
      problems.push(
        `${name} is in the release ${tagged.version}, but not in released.json. Run node scripts/check-migrations.mjs --release.`,
      );
    frozen.set(name, { version: tagged.version, sum });
  }
  for (const [name, { version, sum }] of frozen) {
    if (!files.has(name))
      problems.push(`${name} is in the release ${version} and was removed or renamed. Restore the file.`);
    else if (checksum(files.get(name)) !== sum)
      problems.push(
        `${name} is in the release ${version} and was changed. Restore the file, and put the change into a new migration.`,
      );
  }
  const newest =
    [...frozen.keys()]
      .filter((name) => !name.includes('/'))
      .sort()
      .at(-1) ?? '';
  for (const [name, text] of files) {
    if (frozen.has(name)) continue;
    if (name.includes('/')) {
      problems.push(
        `${name} is new, but nothing is added to the migrations that the schema file stands for.`,
      );
      continue;
    }
    if (name.slice(0, 4) <= newest.slice(0, 4))
      problems.push(`${name} comes before ${newest}, which is released. Give it the next free number.`);
    const [, since] = CONTRACT.exec(text) ?? [];
    if (since !== undefined && !(since in released))
      problems.push(`${name} declares “contract since ${since}”, but released.json has no such version.`);
    if (since === undefined || !(since in released))
      for (const words of findBreakingChanges(text))
        problems.push(
          `${name} ${words}. The processes of the version before still run then. Do it a release later, with “-- contract since <version>: <reason>”, the first version that can do without.`,
        );
    if (/\bconcurrently\b/i.test(withoutTexts(text)) && !OUTSIDE_TRANSACTION.test(text))
      problems.push(`${name} works concurrently, so it must begin with “-- outside a transaction”.`);
  }
  return problems;
}

export function readMigrations() {
  const files = new Map();
  for (const folder of ['', 'earlier/'])
    for (const file of readdirSync(join(root, FOLDER, folder)).sort())
      if (file.endsWith('.sql'))
        files.set(folder + file.slice(0, -4), readFileSync(join(root, FOLDER, folder, file), 'utf8'));
  return files;
}

export const readReleased = () => (existsSync(RELEASED) ? JSON.parse(readFileSync(RELEASED, 'utf8')) : {});

/** The migrations of the last tag; undefined where there is no tag or no repository. */
function readTagged() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let version;
  try {
    version = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim();
  } catch {
    return undefined;
  }
  const migrations = {};
  for (const path of git('ls-tree', '-r', '--name-only', version, FOLDER).split('\n'))
    if (path.endsWith('.sql') && !path.includes('/repairs/'))
      migrations[path.slice(FOLDER.length + 1, -4)] = checksum(git('show', `${version}:${path}`));
  return { version, migrations };
}

/** Notes what a release has beyond the ones before. */
export function recordRelease(version) {
  const released = readReleased();
  const known = new Set(Object.values(released).flatMap((migrations) => Object.keys(migrations)));
  if (version in released) throw new Error(`released.json already has the version ${version}.`);
  const added = [...readMigrations()].filter(([name]) => !known.has(name));
  released[version] = Object.fromEntries(added.map(([name, text]) => [name, checksum(text)]));
  writeFileSync(RELEASED, `${JSON.stringify(released, null, 2)}\n`);
  return added.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [option, version] = process.argv.slice(2);
  const isRelease = option === '--release';
  if (isRelease && !/^\d+\.\d+\.\d+/.test(version ?? ''))
    throw new Error('Name the version: --release 0.2.0');
  const problems = findMigrationProblems({
    files: readMigrations(),
    released: readReleased(),
    tagged: readTagged(),
  });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
  if (isRelease && problems.length === 0)
    console.log(`${recordRelease(version)} new migrations belong to ${version} and are frozen.`);
}
