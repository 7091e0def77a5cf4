import { describe, expect, test } from 'vitest';
import { findProblems } from '../scripts/check-structure.mjs';

const RULES = {
  LAYERS: ['server/platform/db', 'server/platform/http', 'server/content', 'server/domains', 'server/app'],
  PACKAGES: { std: [], search: ['std'] },
  DOMAINS: { identity: [], git: ['identity'] },
  FEATURES: { identity: ['users', 'teams'] },
  TABLES: {
    team: 'server/domains/identity/teams',
    user_account: 'server/domains/identity/users',
    blob: 'server/content/files',
  },
  FOREIGN_WRITES: {},
  SQL_ELSEWHERE: {},
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
