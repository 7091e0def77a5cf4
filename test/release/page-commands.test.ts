/**
 * Each shell command of the pages that operators follow is run by a test, or a reason says why not. A new command fails
 * here until it has one of both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseCommand, parseCommand } from '../../apps/cli/commands/parse-command.ts';
import type { CommandWords } from '../../apps/cli/commands/usage.ts';
import { readConfig } from '../../apps/server/platform/config.ts';
import { findPageCommand, listPageCommands } from '../page-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNNING = 'docs/running';
const PAGES = [
  'README.md',
  'docs/getting-started/install.md',
  ...readdirSync(join(ROOT, RUNNING)).map((name) => `${RUNNING}/${name}`),
];

/** A test that runs a command, with a text in it without which it would not. */
type Run = readonly [test: string, text: string];
type Reason = { not: string };

const RELEASE = 'test/release/release.soak.test.ts';
const TOOLS = 'test/release/deployment-tools.soak.test.ts';
const POINT_IN_TIME = 'test/process/point-in-time.soak.test.ts';
const SHARD = 'apps/cli/commands/shard.test.ts';
const BACKUP = 'test/process/backup.soak.test.ts';
const COMMANDS_SOAK = 'test/process/commands.soak.test.ts';
const INSTANCE = 'test/process/instance-commands.soak.test.ts';

const NO_DOCKER = { not: 'It needs the daemon of Docker; the file is validated by docker-compose.' };
const NO_CLUSTER = { not: 'It needs a cluster; the chart is rendered by chart.test.ts.' };
const OF_DEVELOPERS = { not: 'It runs the tests.' };

/** The commands other than those of Lectern and its API, by their beginning. */
const OTHERS: Record<string, Run | Reason> = {
  'npm test': OF_DEVELOPERS,
  'npm start': ['test/process/start-script.soak.test.ts', "'npm', ['start']"],
  'git pull': { not: 'Git itself; what a pull brings is built by the next start.' },
  'npm run release:tag': ['test/release/frozen-migrations.test.ts', 'release/tag-release.mjs'],
  'npm run release --': [RELEASE, 'scripts/release/release.mjs'],
  'minisign -V': [RELEASE, "'minisign -V'"],
  'sha256sum --check': [RELEASE, "'sha256sum'"],
  'apt-get install --no-install-recommends nodejs git': [RELEASE, "'apt-get install --no-install"],
  'tar -xzf': [RELEASE, "'tar -xzf'"],
  'useradd --system': [RELEASE, "'useradd'"],
  'ln -s': [RELEASE, "'ln -s'"],
  'cd /var/lib/lectern': [RELEASE, "'cd /var/lib/lectern'"],
  'runuser -u lectern -- lectern serve': [RELEASE, "'runuser -u lectern -- lectern serve'"],
  'runuser -u lectern -- /opt/': [RELEASE, "'runuser -u lectern -- /opt/'"],
  'apt-get install ./': [RELEASE, "'apt-get install ./'"],
  'lectern token create': [RELEASE, "'lectern token create'"],
  'gunzip --stdout lectern-<version>-image.tar.gz | podman load': [RELEASE, "'| podman load'"],
  'podman run --detach': [RELEASE, "'podman run --detach'"],
  'podman logs': [RELEASE, "'podman logs'"],
  'podman stop': [RELEASE, "'podman stop'"],
  'podman rm': [RELEASE, "'podman rm'"],
  'podman run --rm': [RELEASE, "'podman run --rm'"],
  'gunzip --stdout lectern-<version>-image.tar.gz | docker load': NO_DOCKER,
  'cd compose': [TOOLS, "'cd compose'"],
  'cp .env.example .env': [TOOLS, "'cp .env.example .env'"],
  "sed -i 's/^LECTERN_VERSION": [TOOLS, "'sed -i'"],
  'docker compose run': NO_DOCKER,
  'docker compose up': NO_DOCKER,
  'kubectl create secret': [TOOLS, "'kubectl create secret'"],
  'helm install': NO_CLUSTER,
  'helm upgrade': NO_CLUSTER,
  'age-keygen': { not: 'A program of age; backup.soak.test.ts makes keys with its library.' },
  'pgbackrest --stanza=lectern stanza-create': [POINT_IN_TIME, "'stanza-create'"],
  'pgbackrest --stanza=lectern backup': [POINT_IN_TIME, "'backup'"],
  'pgbackrest --stanza=lectern --delta': [POINT_IN_TIME, "'--delta', '--type=time'"],
  'systemctl enable': { not: 'It needs systemd as the first process; the tests start the same programs.' },
  'patronictl -c': { not: 'It shows what the tests read from Patroni over HTTP.' },
  'psql -h': { not: 'SQL for a role and a database; the tests send the same statements to Patroni.' },
  'varnishd -a': ['test/process/varnish.soak.test.ts', 'varnishd'],
  'curl -i $LECTERN/healthz': ['test/process/serve.test.ts', '/healthz'],
  'curl -i $LECTERN/readyz': ['apps/server/platform/http/health.test.ts', '/readyz'],
  'curl    $LECTERN/metrics': ['test/metrics.test.ts', '/metrics'],
};

/** What runs each command of Lectern on the pages, by its words. */
const OF_LECTERN: Partial<Record<CommandWords, Run>> = {
  serve: ['test/process/workers.test.ts', "'serve', '--workers'"],
  backup: [BACKUP, "['backup',"],
  verify: [BACKUP, "['verify',"],
  restore: [BACKUP, "['restore',"],
  shard: [SHARD, 'shardDatabase('],
  'shard status': [SHARD, 'printShards('],
  'token create': [COMMANDS_SOAK, "['token', 'create',"],
  'user password': [COMMANDS_SOAK, "['user', 'password',"],
  'user instance-administrator': [INSTANCE, "['user', 'instance-administrator',"],
  'maintenance on': [INSTANCE, "['maintenance', 'on',"],
  'maintenance status': [INSTANCE, "['maintenance', 'status']"],
  'maintenance off': [INSTANCE, "['maintenance', 'off']"],
  'ldap test': [INSTANCE, "['ldap', 'test',"],
  'mail test': ['apps/cli/commands/mail.test.ts', 'testMail('],
  'organization restore': [COMMANDS_SOAK, "['organization', 'restore',"],
  'organization export': ['test/process/organization-archive.soak.test.ts', "['organization', 'export',"],
  'organization import': ['test/process/organization-archive.soak.test.ts', "['organization', 'import',"],
  import: [COMMANDS_SOAK, "['import',"],
  edit: ['test/process/edit-command.soak.test.ts', "['edit',"],
  replace: ['test/process/replace-command.soak.test.ts', "['replace',"],
  'conversations import': [COMMANDS_SOAK, "['conversations', 'import',"],
  'openapi publish': [COMMANDS_SOAK, "['openapi', 'publish',"],
  export: ['test/process/export-commands.soak.test.ts', "['export',"],
  diff: ['test/process/export-commands.soak.test.ts', "['diff',"],
  sync: ['test/process/export-commands.soak.test.ts', "['sync'"],
  build: ['test/process/build-command.test.ts', "['build',"],
};

/** Variables of other programs, and of commands that use a service elsewhere. */
const OTHER_VARIABLES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'LECTERN_URL', 'LECTERN_TOKEN'];

const ASSIGNMENTS = /^(?:export )?\w+=(?:"[^"]*"|'[^']*'|\S+)(?: \w+=(?:"[^"]*"|'[^']*'|\S+))*$/;
const LECTERN = /^(?:\w+=\S+ )?(?:npx )?lectern (.*)$/;
/** documented-commands.test.ts compares them with the operations of the API. */
const OF_API = /^(?:api|curl) .*\/v1\//;

const withoutVersion = (text: string): string => text.replaceAll(/\d+\.\d+\.\d+(?=-image)/g, '<version>');
const commands = PAGES.flatMap((page) => listPageCommands(page).map((text) => ({ page, text })));
const isOther = (text: string): boolean =>
  Object.keys(OTHERS).some((beginning) => withoutVersion(text).startsWith(beginning)) &&
  !OF_API.test(text) &&
  !ASSIGNMENTS.test(text);
const ofLectern = commands.filter(({ text }) => LECTERN.test(text) && !isOther(text));
const wordsOf = (text: string): string[] =>
  Array.from((LECTERN.exec(text)?.[1] ?? '').matchAll(/"([^"]*)"|'([^']*)'|(\[?<[^>]*>\]?)|(\S+)/g), (word) =>
    word.slice(1).find((part) => part !== undefined),
  ) as string[];

test('every command is one of a kind that is looked at here', () => {
  const unknown = commands.filter(
    ({ text }) => !isOther(text) && !OF_API.test(text) && !ASSIGNMENTS.test(text) && !LECTERN.test(text),
  );
  expect(unknown).toEqual([]);
  expect(commands.length).toBeGreaterThan(100);
});

test('a command of another program is run by a test, or a reason says why not', () => {
  const unused = Object.keys(OTHERS).filter(
    (beginning) => !commands.some(({ text }) => withoutVersion(text).startsWith(beginning)),
  );
  expect(unused).toEqual([]);
  expect(findMissing(Object.values(OTHERS))).toEqual([]);
});

describe('a command of Lectern', () => {
  test('has words and options that exist', () => {
    const refused = ofLectern.flatMap(({ page, text }) => {
      const [first = '', ...rest] = wordsOf(text);
      try {
        const { words, rest: given } = chooseCommand(first, rest);
        parseCommand(words, given);
        return [];
      } catch (error) {
        return [`${page}: ${text}: ${(error as Error).message}`];
      }
    });
    expect(refused).toEqual([]);
    expect(ofLectern.length).toBeGreaterThan(30);
  });

  test('is run by a test', () => {
    const words = ofLectern.map(({ text }) => {
      const [first = '', ...rest] = wordsOf(text);
      return chooseCommand(first, rest).words;
    });
    const missing = [...new Set(words)].filter((command) => !(command in OF_LECTERN));
    expect(missing).toEqual([]);
    expect(Object.keys(OF_LECTERN).filter((command) => !words.includes(command as CommandWords))).toEqual([]);
    expect(findMissing(Object.values(OF_LECTERN))).toEqual([]);
  });
});

test('every variable that is set is one that the service reads', () => {
  const known = new Set([...readConfig({}).settings.map(({ name }) => name), ...OTHER_VARIABLES]);
  const names = commands
    .filter(({ text }) => ASSIGNMENTS.test(text))
    .flatMap(({ text }) => Array.from(text.matchAll(/(?:^|\s)([A-Z_]+)=/g), ([, name]) => name as string));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test('a command that is not on a page is not found', () => {
  expect(() => findPageCommand('README.md', 'npm stop')).toThrow('has 0 commands');
});

/** The tests that do not exist, or do not have their text. */
function findMissing(entries: readonly (Run | Reason)[]): string[] {
  return entries.flatMap((entry) => {
    if ('not' in entry) return [];
    const [file, text] = entry;
    return readFileSync(join(ROOT, file), 'utf8').includes(text) ? [] : [`${file} lacks ${text}`];
  });
}
