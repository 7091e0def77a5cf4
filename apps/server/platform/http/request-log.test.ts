import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';
import { ApiError, notImplemented } from './errors.ts';
import { concurrentChange, databaseUnavailable, shuttingDown } from './request-errors.ts';

/** The level of the line about a request to a route that answers so. */
async function levelOf(method: 'GET' | 'POST', response: () => unknown, level = 'debug'): Promise<unknown> {
  const lines: { level: string; msg: string }[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const formatters = { level: (label: string) => ({ level: label }) };
  const app = await buildBareTestApp({
    log: pino({ level, formatters }, stream),
    addRoutes: (routes) =>
      routes.route({
        method,
        url: '/v1/answer',
        config: { access: 'account:read' },
        schema: { hide: true },
        handler: async () => response(),
      }),
  });
  await app.inject({ method, url: '/v1/answer', headers: { authorization: `Bearer ${TOKEN}` } });
  await app.close();
  return lines.find(({ msg }) => msg === 'request')?.level;
}

const refuse = (error: Error) => () => {
  throw error;
};

test.each([
  ['a read', 'GET', () => ({}), 'debug'],
  ['a change', 'POST', () => ({}), 'info'],
  ['a refusal', 'GET', refuse(concurrentChange('No.')), 'info'],
  ['what this version cannot do', 'GET', refuse(notImplemented('Not yet.')), 'info'],
  [
    'what can be asked for again in a moment',
    'GET',
    refuse(new ApiError(shuttingDown, { message: 'Soon.', headers: { 'retry-after': '2' } })),
    'info',
  ],
  ['a service that is not there', 'GET', refuse(shuttingDown()), 'error'],
  [
    'a database that is away, which has a line of its own',
    'POST',
    refuse(databaseUnavailable('The database is gone.')),
    'debug',
  ],
  ['what nobody foresaw', 'GET', refuse(new Error('a bug')), 'error'],
] as const)('%s is logged at the level that tells who should look', async (_, method, response, level) => {
  expect(await levelOf(method, response)).toBe(level);
});

test('successful reads are in the log only when it is asked for them', async () => {
  expect(await levelOf('GET', () => ({}), 'info')).toBeUndefined();
});
