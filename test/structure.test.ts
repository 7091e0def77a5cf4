import { describe, expect, test } from 'vitest';
import { findProblems } from '../scripts/check-structure.mjs';

const RULES = {
  LAYERS: ['db', 'http', 'content', 'features', 'app.ts'],
  FEATURES: { users: [], teams: ['users'] },
  TABLES: { team: 'features/teams', user_account: 'features/users', blob: 'content/files' },
  FOREIGN_WRITES: {},
  SQL_ELSEWHERE: {},
};

const problemsOf = (files: Record<string, string>, rules: object = {}): string[] =>
  findProblems(new Map(Object.entries(files)), { ...RULES, ...rules });

const TEAMS = 'features/teams/teams.service.ts';
const USERS = 'features/users/users.service.ts';

describe('an edge', () => {
  test('to a lower layer and to an allowed feature is fine', () => {
    const files = {
      [TEAMS]:
        "import { a } from '../users/users.service.ts';\nimport type { E } from '../../http/errors.ts';\n",
      [USERS]: 'export const a = 1;\n',
      'http/errors.ts': 'export type E = 1;\n',
    };
    expect(problemsOf(files)).toEqual([]);
  });

  test('upwards names both files and both layers, also of a type', () => {
    const files = {
      'http/errors.ts': "import type { A } from '../features/users/users.service.ts';\n",
      [USERS]: 'export type A = 1;\n',
    };
    expect(problemsOf(files)).toEqual([`http/errors.ts imports ${USERS}: http stands below features.`]);
  });

  test('to a feature that the table does not allow is named', () => {
    const files = {
      [USERS]: "import { a } from '../teams/teams.service.ts';\n",
      [TEAMS]: 'export const a = 1;\n',
    };
    expect(problemsOf(files)).toEqual([
      `${USERS} imports ${TEAMS}: FEATURES does not let users import teams.`,
    ]);
  });

  test('over several lines, of a type expression or of a re-export counts', () => {
    const upward = [
      "import {\n  a,\n  b,\n} from '../app.ts';\n",
      "type A = import('../app.ts').A;\n",
      "export { a } from '../app.ts';\n",
    ];
    for (const text of upward) expect(problemsOf({ 'http/x.ts': text, 'app.ts': '' })).toHaveLength(1);
  });

  test('to the repository of another feature is refused, whatever the table says', () => {
    const repository = 'features/users/users.repository.ts';
    const files = { [TEAMS]: "import { a } from '../users/users.repository.ts';\n", [repository]: '' };
    expect(problemsOf(files)).toEqual([
      `${TEAMS} imports ${repository}: a repository is private to its feature.`,
    ]);
  });
});

test('files that import each other are named, over any number of steps', () => {
  const files = {
    'http/a.ts': "import type { B } from './b.ts';\n",
    'http/b.ts': "import type { C } from './c.ts';\n",
    'http/c.ts': "import type { A } from './a.ts';\n",
    'http/d.ts': "import type { A } from './a.ts';\n",
  };
  expect(problemsOf(files)).toEqual(['Files import each other: http/a.ts, http/b.ts, http/c.ts.']);
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
    const path = 'features/teams/teams.repository.ts';
    expect(problemsOf({ [path]: text })).toEqual([
      `${path} writes user_account, which belongs to features/users.`,
    ]);
    expect(problemsOf({ [path]: text }, { FOREIGN_WRITES: { [path]: 'a reason' } })).toEqual([]);
    expect(problemsOf({ 'features/users/users.repository.ts': text })).toEqual([]);
  });
});
