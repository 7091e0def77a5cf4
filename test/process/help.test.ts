import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSetup, type Setup } from './service-process.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup.clean());

describe('help', () => {
  const commands = [
    'lectern serve',
    'lectern migrate',
    'lectern doctor',
    'lectern backup',
    'lectern backup list',
    'lectern restore',
    'lectern verify',
    'lectern maintenance on',
    'lectern maintenance off',
    'lectern maintenance status',
    'lectern shard',
    'lectern shard status',
    'lectern shard rebalance',
    'lectern mail test',
    'lectern insights copy',
    'lectern ldap test',
    'lectern token create',
    'lectern user password',
    'lectern user create',
    'lectern user verify',
    'lectern user instance-administrator',
    'lectern user remove-second-factor',
    'lectern user delete',
    'lectern organization restore',
    'lectern organization export',
    'lectern organization import',
    'lectern import',
    'lectern conversations import',
    'lectern openapi publish',
    'lectern export',
    'lectern edit',
    'lectern replace',
    'lectern build',
    'lectern diff',
    'lectern sync',
  ];

  test.each([
    [['help'], commands],
    [['user', '--help'], commands.filter((command) => command.startsWith('lectern user'))],
    [
      ['user', 'create', '--help'],
      ['lectern user create', '--email', '--name', '--organization', '--role'],
    ],
    [
      ['user', 'verify', '--help'],
      ['lectern user verify', '--email'],
    ],
    [
      ['import', 'docs', '--help'],
      [
        'lectern import',
        '--space',
        '--ref',
        '--directory',
        '--title',
        '--format',
        '--pages',
        '--dry-run',
        '--pictures',
      ],
    ],
    [
      ['help', 'import'],
      [
        'lectern import',
        '--space',
        '--ref',
        '--directory',
        '--title',
        '--format',
        '--pages',
        '--dry-run',
        '--pictures',
      ],
    ],
    [
      ['export', '--help'],
      ['lectern export', '--ref', '--directory', '--message', '--existing', '--deleted'],
    ],
    [
      ['help', 'diff'],
      ['lectern diff', '--space', '--directory', '--deleted'],
    ],
    [['sync', '--help'], ['lectern sync']],
    [
      ['help', 'token', 'create'],
      ['lectern token create', '--title', '--email', '--days', '--scopes'],
    ],
    [
      ['token', 'create', '-h'],
      ['lectern token create', '--title', '--email', '--days', '--scopes'],
    ],
    [['organization', 'restore', '--help'], ['lectern organization restore']],
    [
      ['serve', '--help'],
      ['lectern serve', '--workers'],
    ],
    [['migrate', '--help'], ['lectern migrate']],
  ])('%j says what may be written and nothing else, whatever the settings', async (args, words) => {
    const ended = await setup.run(args, { LECTERN_PORT: 'nonsense' });
    expect(ended).toMatchObject({ code: 0, errors: '' });
    const shown = ended.output.match(
      /lectern (?:user |token |organization |conversations |openapi |backup |maintenance |shard |insights |mail |ldap )?(?![<-])[a-z-]+|(?<=^ *)--[a-z-]+/gm,
    );
    expect([...new Set(shown)].sort()).toEqual([...words].sort());
  });

  test('what is no command is refused, also by help', async () => {
    for (const args of [
      ['nonsense', '--help'],
      ['help', 'nonsense'],
    ])
      expect(await setup.run(args)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('“nonsense”'),
      });
  });
});
