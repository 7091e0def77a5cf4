import { expect, test } from 'vitest';
import { readDatabaseUrl } from './database-url.ts';

const hostsOf = (url: string): string[] =>
  readDatabaseUrl(url).hosts.map(({ host, port, path }) => path ?? `${host} ${port}`);

test.each([
  ['postgres://u:p@a:1,b:2/db', ['a 1', 'b 2']],
  ['postgresql://u:p@a,b:2,[2001:db8::1]:3,[::1]/db', ['a 5432', 'b 2', '2001:db8::1 3', '::1 5432']],
  ['postgres://u:p@a/db', ['a 5432']],
  ['postgres://u:p@/db', []],
  ['postgres:///db', []],
  ['postgres://u@/db?host=a,b&port=1,2', ['a 1', 'b 2']],
  ['postgres://u@/db?host=a,b&port=1', ['a 1', 'b 1']],
  ['postgres://u@%2Frun%2Fpg,b/db', ['/run/pg/.s.PGSQL.5432', 'b 5432']],
  ['postgres:///db?host=/run/pg&port=6000', ['/run/pg/.s.PGSQL.6000']],
  ['postgres://u:p%40%2C@a:1,:2/db', ['a 1', 'localhost 2']],
])('the hosts of %s', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts);
});

test('the rest of the address goes to the driver, without what it would misunderstand', () => {
  const read = readDatabaseUrl(
    'postgres://u:p%2C@a:1,b:2/my%20db?sslmode=require&target_session_attrs=primary&host=c,d&port=5',
  );
  expect(read).toMatchObject({ database: 'my db', target: 'primary' });
  expect(read.url).toBe('postgres://u:p%2C@localhost/my%20db?sslmode=require');
});

test.each([
  ['', 'read-write'],
  ['?target_session_attrs=read-write', 'read-write'],
  ['?target_session_attrs=primary', 'primary'],
  ['?target_session_attrs=any', 'any'],
  ['?target_session_attrs=any&target_session_attrs=primary', 'primary'],
])('the server that is wanted: %s', (query, target) => {
  expect(readDatabaseUrl(`postgres://u@a,b/db${query}`).target).toBe(target);
});

test.each([
  [
    'postgres://u@a,b/db?target_session_attrs=standby',
    /target_session_attrs=standby, but .*read-write or primary/,
  ],
  ['postgres://u@a,b/db?target_session_attrs=read-only', /target_session_attrs=read-only, but/],
  ['postgres://u@a,b/db?target_session_attrs=prefer-standby', /target_session_attrs=prefer-standby, but/],
  ['postgres://u@a,b/db?target_session_attrs=master', /unknown target_session_attrs, “master”/],
  ['postgres://u@a:1:2,b/db', /valid address/],
  ['postgres://u@a:70000,b/db', /valid address/],
  ['postgres://[::/', /valid address/],
  ['postgres://u@/db?host=a,b,c&port=1,2', /has 2 ports for 3 hosts/],
])('%s is refused', (url, message) => {
  expect(() => readDatabaseUrl(url)).toThrow(message);
});
