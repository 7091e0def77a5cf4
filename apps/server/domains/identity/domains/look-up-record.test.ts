import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../../test/dns-server.ts';
import { lookUpRecord } from './look-up-record.ts';

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns?.close());

const NAME = '_lectern.acme.example';
const VALUE = 'lectern-verification=0123';

const lookUp = () => lookUpRecord([dns.address], { name: NAME, value: VALUE });

describe('the record', () => {
  test.each([
    ['alone', [[VALUE]]],
    ['among others', [['v=spf1 -all'], [VALUE], ['x']]],
    ['in pieces', [[VALUE.slice(0, 5), VALUE.slice(5)]]],
    ['between spaces', [[` ${VALUE} `]]],
  ])('is there: %s', async (_how, records) => {
    dns.answers.set(NAME, records);
    expect(await lookUp()).toBe('there');
  });

  test.each([
    ['another text', [['lectern-verification=4567']]],
    ['a text that only begins with it', [[`${VALUE}89`]]],
    ['pieces of two records', [[VALUE.slice(0, 5)], [VALUE.slice(5)]]],
    ['no record of this kind', []],
    ['no such name', 'missing' as const],
  ])('is not there: %s', async (_how, response) => {
    dns.answers.set(NAME, response);
    expect(await lookUp()).toBe('absent');
  });

  test('is unknown where DNS fails', async () => {
    dns.answers.set(NAME, 'failure');
    expect(await lookUp()).toBe('unknown');
  });

  test('is unknown where DNS is silent', async () => {
    dns.answers.set(NAME, 'silence');
    expect(await lookUp()).toBe('unknown');
  }, 30_000);

  test('is unknown where nobody is asked', async () => {
    expect(await lookUpRecord(['127.0.0.1:9'], { name: NAME, value: VALUE })).toBe('unknown');
  }, 30_000);
});
