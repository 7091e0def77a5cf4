import { describe, expect, test } from 'vitest';
import { findProblems } from '../scripts/check-structure.mjs';

const RULES = {
  LAYERS: [
    'server/platform/db',
    'server/platform/http',
    'server/platform/access',
    'server/platform/jobs',
    'server/content',
    'server/domains',
    'server/app',
  ],
  PACKAGES: { std: [], search: ['std'] },
  DOMAINS: { identity: [], git: ['identity'], lifecycle: ['git'] },
  FEATURES: { identity: ['users', 'teams'] },
  TABLES: {
    team: 'server/domains/identity/teams',
    user_account: 'server/domains/identity/users',
    blob: 'server/content/files',
    job: 'server/platform/jobs',
    git_branch: 'server/domains/git',
  },
  FOREIGN_WRITES: {},
  ROLE_RULE: { file: 'server/platform/access/role-sql.ts', tables: ['team'] },
  UPWARD_READS: {},
  SQL_ELSEWHERE: {},
  WORDS: { answer: 'response', ground: 'setup' },
  TERMS: { answer: ['server/domains/git'] },
};

const problemsOf = (files: Record<string, string>, rules: object = {}): string[] =>
  findProblems(new Map(Object.entries(files)), { ...RULES, ...rules });

const TEAMS = 'server/domains/identity/teams/teams.service.ts';
const USERS = 'server/domains/identity/users/users.service.ts';

describe('an edge', () => {
  test('to a lower layer and to a feature before it is fine', () => {
    const files = {
      [TEAMS]:
        "import { a } from '../users/users.service.ts';\nimport type { E } from '../../../platform/http/errors.ts';\n",
      [USERS]: 'export const a = 1;\n',
      'server/platform/http/errors.ts': 'export type E = 1;\n',
    };
    expect(problemsOf(files)).toEqual([]);
  });

  test('upwards names both files and both layers, also of a type', () => {
    const files = {
      'server/platform/http/errors.ts':
        "import type { A } from '../../domains/identity/users/users.service.ts';\n",
      [USERS]: 'export type A = 1;\n',
    };
    expect(problemsOf(files)).toEqual([
      `server/platform/http/errors.ts imports ${USERS}: server/platform/http stands below server/domains.`,
    ]);
  });

  test('to a feature that stands after it in its domain is named', () => {
    const files = {
      [USERS]: "import { a } from '../teams/teams.service.ts';\n",
      [TEAMS]: 'export const a = 1;\n',
    };
    expect(problemsOf(files)).toEqual([
      `${USERS} imports ${TEAMS}: in FEATURES, identity/users stands before identity/teams.`,
    ]);
  });

  test('to a domain that the table does not allow is named', () => {
    const git = 'server/domains/git/export/plan-export.ts';
    const files = { [USERS]: "import { a } from '../../git/export/plan-export.ts';\n", [git]: '' };
    expect(problemsOf(files)).toEqual([`${USERS} imports ${git}: DOMAINS does not let identity import git.`]);
  });

  test('into or out of a folder that no table has is named', () => {
    expect(problemsOf({ 'server/domains/identity/guests/a.ts': '' })).toEqual([
      'server/domains/identity/guests/a.ts: identity/guests is not in FEATURES.',
    ]);
    expect(problemsOf({ 'server/domains/billing/a.ts': '' })).toEqual([
      'server/domains/billing/a.ts: billing is not in DOMAINS.',
    ]);
    expect(problemsOf({ 'loose.ts': '' })).toEqual(['loose.ts: LAYERS has no layer for it.']);
  });

  test('over several lines, of a type expression or of a re-export counts', () => {
    const upward = [
      "import {\n  a,\n  b,\n} from '../../app/app.ts';\n",
      "type A = import('../../app/app.ts').A;\n",
      "export { a } from '../../app/app.ts';\n",
    ];
    for (const text of upward)
      expect(problemsOf({ 'server/platform/http/x.ts': text, 'server/app/app.ts': '' })).toHaveLength(1);
  });

  test('to the repository of another feature is refused, whatever the table says', () => {
    const repository = 'server/domains/identity/users/users.repository.ts';
    const files = { [TEAMS]: "import { a } from '../users/users.repository.ts';\n", [repository]: '' };
    expect(problemsOf(files)).toEqual([
      `${TEAMS} imports ${repository}: a repository is private to its feature.`,
    ]);
  });
});

describe('a package', () => {
  test('may import the packages that the table names, and may be imported by the service', () => {
    const files = {
      'packages/std/a.ts': '',
      'packages/search/b.ts': "import { a } from '@lectern/std/a';\n",
      [USERS]: "import { b } from '@lectern/search/b';\n",
    };
    expect(problemsOf(files)).toEqual([]);
  });

  test('that imports another one against the table is named', () => {
    const files = {
      'packages/std/a.ts': "import { b } from '@lectern/search/b';\n",
      'packages/search/b.ts': '',
    };
    expect(problemsOf(files)).toEqual([
      'packages/std/a.ts imports packages/search/b.ts: PACKAGES does not let std import search.',
    ]);
  });

  test.each(['../../../apps/server/platform/http/errors.ts', '../../search/src/b.ts'])(
    'that reaches out of its folder is named: %s',
    (specifier) => {
      expect(problemsOf({ 'packages/std/a.ts': `import { x } from '${specifier}';\n` })).toEqual([
        `packages/std/a.ts imports ${specifier}: a package imports itself and other packages by their names.`,
      ]);
    },
  );
});

test('files that import each other are named, over any number of steps', () => {
  const files = {
    'server/platform/http/a.ts': "import type { B } from './b.ts';\n",
    'server/platform/http/b.ts': "import type { C } from './c.ts';\n",
    'server/platform/http/c.ts': "import type { A } from './a.ts';\n",
    'server/platform/http/d.ts': "import type { A } from './a.ts';\n",
  };
  expect(problemsOf(files)).toEqual([
    'Files import each other: server/platform/http/a.ts, server/platform/http/b.ts, server/platform/http/c.ts.',
  ]);
});

describe('SQL', () => {
  test.each(["db.selectFrom('team')", 'sql`select 1`', 'sql<{ a: number }>`select 1`'])(
    'outside repositories and queries is named: %s',
    (text) => {
      expect(problemsOf({ [TEAMS]: text })).toHaveLength(1);
      expect(problemsOf({ [TEAMS.replace('service', 'repository')]: text })).toEqual([]);
      expect(problemsOf({ [TEAMS.replace('service', 'queries')]: text })).toEqual([]);
      expect(problemsOf({ [TEAMS]: text }, { SQL_ELSEWHERE: { [TEAMS]: 'a reason' } })).toEqual([]);
    },
  );

  test('an exception that is not needed is named', () => {
    expect(problemsOf({ [TEAMS]: '' }, { SQL_ELSEWHERE: { [TEAMS]: 'a reason' } })).toHaveLength(1);
  });

  test.each([
    "trx.insertInto('user_account')",
    "trx.updateTable('user_account')",
    'sql`delete from user_account where true`',
    'sql`update user_account u set a = 1`',
  ])('that writes the table of another owner is named: %s', (text) => {
    const path = 'server/domains/identity/teams/teams.repository.ts';
    expect(problemsOf({ [path]: text })).toEqual([
      `${path} writes user_account, which belongs to server/domains/identity/users.`,
    ]);
    expect(problemsOf({ [path]: text }, { FOREIGN_WRITES: { [path]: 'a reason' } })).toEqual([]);
    expect(problemsOf({ 'server/domains/identity/users/users.repository.ts': text })).toEqual([]);
  });
});

describe('a read', () => {
  const reader = 'server/domains/identity/teams/teams.repository.ts';

  const SPELLINGS = [
    "db.selectFrom('git_branch')",
    "db.selectFrom('git_branch as b')",
    "db.selectFrom(['team', 'git_branch as b'])",
    'db.selectFrom("git_branch")',
    "db.selectFrom(\n  'git_branch',\n)",
    ...['inner', 'left', 'right', 'full', 'cross'].map(
      (kind) => `query.${kind}Join('git_branch as b', 'a', 'b')`,
    ),
    "db.updateTable('team').from('git_branch')",
    "db.deleteFrom('team').using(['git_branch'])",
    "sql`select 1 from #{sql.table('git_branch')}`",
    'sql`select 1 from git_branch`',
    'sql<{ a: string }[]>`select 1 from git_branch`',
    'sql`select 1 from only git_branch b`',
    'sql`select 1 from public.git_branch`',
    'sql`select 1 from "git_branch" where true`',
    'sql`SELECT 1 FROM git_branch`',
    'sql`select 1 from team t, git_branch b`',
    'sql`select 1 from team as t,\n  git_branch as b`',
    'sql`select 1 from team t join git_branch b on true`',
    'sql`select 1 from team t left join lateral git_branch b on true`',
    'sql`update team t set a = 1 from git_branch b`',
    'sql`delete from team t using git_branch b`',
    'sql`insert into team select * from git_branch`',
    'sql`insert into team table git_branch`',
    'sql`select 1 #{isOpen ? sql`from git_branch` : sql`from team`}`',
    "sql`select #{names.map((name) => ({ name }))} #{'}'} from git_branch`",
    "sql.raw('select 1 from git_branch')",
  ];

  /** In strings, the linter takes placeholders for mistakes. */
  const withPlaceholders = (text: string): string => text.replaceAll('#{', '${');

  test.each(SPELLINGS)('of a table above the reader is named: %s', (text) => {
    expect(problemsOf({ [reader]: withPlaceholders(text) })).toEqual([
      `${reader} reads git_branch, which belongs to server/domains/git above it.`,
    ]);
  });

  test.each([
    '// as in sql`select 1 from git_branch`\nsql`select 1 from team`',
    "/* db.selectFrom('git_branch') */ db.selectFrom('team')",
    "sql`select 1 from team`; const message = 'Choose one from git_branch.';",
    'sql`select extract(epoch from git_branch.updated_at), git_branch from team`',
    'sql`select 1 from git_branch(1)`',
    "sql`select 1 from team where name = #{'a'}`; // from git_branch",
  ])('is not seen where there is none: %s', (text) => {
    expect(problemsOf({ [reader]: withPlaceholders(text) })).toEqual([]);
  });

  const PLACES = {
    'server/platform/db': 'server/platform/db/x.queries.ts',
    'server/platform/jobs': 'server/platform/jobs/x.queries.ts',
    'server/content': 'server/content/files/x.queries.ts',
    identity: 'server/domains/identity/users/x.queries.ts',
    'identity, a later feature': 'server/domains/identity/teams/x.queries.ts',
    git: 'server/domains/git/x.queries.ts',
    lifecycle: 'server/domains/lifecycle/x.queries.ts',
    app: 'server/app/x.queries.ts',
  };
  const READERS: [table: string, readers: string[]][] = [
    ['job', Object.keys(PLACES).slice(1)],
    ['blob', Object.keys(PLACES).slice(2)],
    ['user_account', ['identity', 'identity, a later feature', 'git', 'app']],
    ['team', ['identity', 'identity, a later feature', 'git', 'app']],
    ['git_branch', ['git', 'lifecycle', 'app']],
  ];

  test.each(READERS)('of %s is for its owner, its domain, and what stands above: %j', (table, readers) => {
    const allowed = Object.entries(PLACES)
      .filter(([, path]) => problemsOf({ [path]: `db.selectFrom('${table}')` }).length === 0)
      .map(([name]) => name);
    expect(allowed).toEqual(readers);
  });

  test('by the rule of effective roles is for the tables that it names, and it reads all of them', () => {
    const { file } = RULES.ROLE_RULE;
    const rule = 'sql`select 1 from team`';
    expect(problemsOf({ [file]: rule }, { SQL_ELSEWHERE: { [file]: 'a reason' } })).toEqual([]);
    const other = file.replace('role-sql', 'other.queries');
    expect(problemsOf({ [other]: rule })).toEqual([
      `${other} reads team, which belongs to server/domains/identity/teams above it.`,
    ]);
    const SQL_ELSEWHERE = { [file]: 'a reason' };
    expect(problemsOf({ [file]: 'sql`select 1 from git_branch`' }, { SQL_ELSEWHERE })).toEqual([
      `ROLE_RULE names team, which ${file} does not read.`,
      `${file} reads git_branch, which belongs to server/domains/git above it.`,
    ]);
  });

  test('that is listed with its reason is fine, and a line that is not needed is named', () => {
    const UPWARD_READS = { [reader]: 'a reason' };
    expect(problemsOf({ [reader]: "db.selectFrom('git_branch')" }, { UPWARD_READS })).toEqual([]);
    expect(problemsOf({ [reader]: "db.selectFrom('team')" }, { UPWARD_READS })).toEqual([
      `UPWARD_READS names ${reader}, which reads no table above it.`,
    ]);
  });
});

describe('a name', () => {
  const declares = (code: string): string[] => problemsOf({ [USERS]: code });
  const refused = (name: string, word: string, better: string): string =>
    `${USERS} declares ${name}; write “${better}” instead of “${word}”.`;

  test.each([
    ['export function sendAnswer(): void {}', refused('sendAnswer', 'answer', 'response')],
    ['interface AnswersOfUser {}', refused('AnswersOfUser', 'answer', 'response')],
    ['const MAX_ANSWERS = 1;', refused('MAX_ANSWERS', 'answer', 'response')],
    ['class Ground {}', refused('Ground', 'ground', 'setup')],
    ['  let answered = false;', refused('answered', 'answer', 'response')],
  ])('with a word for which there is a better one is named: %s', (code, problem) => {
    expect(declares(code)).toEqual([problem]);
  });

  test.each([
    'const background = 1;',
    '// const answer = 1;',
    "const text = 'an answer';",
    'const x = { answer: 1 };',
  ])('that only contains its letters, or is none, is fine: %s', (code) => {
    expect(declares(code)).toEqual([]);
  });

  test('may use a word where it is a term of the product', () => {
    expect(problemsOf({ 'server/domains/git/x.ts': 'const answer = 1;' })).toEqual([]);
  });
});
