import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const readText = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('whom mails come from', () => {
  test.each([
    [{}, 'Lectern <lectern@127.0.0.1>'],
    [{ LECTERN_BASE_URL: 'https://docs.example.com/lectern' }, 'Lectern <lectern@docs.example.com>'],
    [{ LECTERN_MAIL_FROM: ' docs@example.com ' }, 'docs@example.com'],
    [{ LECTERN_MAIL_FROM: 'The docs of Acme <docs@example.com>' }, 'The docs of Acme <docs@example.com>'],
  ])('%j: %s', (environment, from) => {
    expect(readConfig(environment).mailFrom).toBe(from);
  });

  test.each([
    'Docs',
    'a@b@c',
    'Docs <docs>',
    'a@example.com\nBcc: b@example.com',
    'Eve <a@example.com> <b@example.com>',
  ])('is not %j', (from) => {
    expect(() => readConfig({ LECTERN_MAIL_FROM: from })).toThrow('LECTERN_MAIL_FROM');
  });
});

test('DNS is asked of the servers that are named, or of those of the machine', () => {
  expect(readConfig({}).dnsServers).toBeUndefined();
  expect(readConfig({ LECTERN_DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53,127.0.0.1:5353' }).dnsServers).toEqual([
    '9.9.9.9',
    '[2620:fe::fe]:53',
    '127.0.0.1:5353',
  ]);
  expect(() => readConfig({ LECTERN_DNS_SERVERS: 'dns.example.com' })).toThrow('LECTERN_DNS_SERVERS');
});

test('caches are addresses, separated by commas', () => {
  expect(readConfig({}).sitesPurgeUrls).toEqual([]);
  expect(
    readConfig({ LECTERN_SITES_PURGE_URLS: 'http://10.0.0.1:6081/, https://a:b@cache.example.com' })
      .sitesPurgeUrls,
  ).toEqual(['http://10.0.0.1:6081/', 'https://a:b@cache.example.com']);
  for (const given of ['cache.example.com', 'ftp://cache', 'http://a,b', 'http://a,'.repeat(40)])
    expect(() => readConfig({ LECTERN_SITES_PURGE_URLS: given })).toThrow('LECTERN_SITES_PURGE_URLS');
});

describe('replicas', () => {
  const primary = {
    DATABASE_URL: 'postgres://lectern@db1/lectern',
    LECTERN_SECRET: 'a secret of thirty-two characters',
  };

  test('are addresses with one server each', () => {
    expect(readConfig({}).databaseReplicaUrls).toEqual([]);
    const given =
      'postgres://a:b%2Cc@db2/lectern, postgresql://a@db3:5433/lectern?target_session_attrs=standby';
    expect(readConfig({ ...primary, DATABASE_REPLICA_URLS: given }).databaseReplicaUrls).toEqual([
      'postgres://a:b%2Cc@db2/lectern',
      'postgresql://a@db3:5433/lectern?target_session_attrs=standby',
    ]);
  });

  test.each([
    ['db2', 'must be addresses that begin with postgres://'],
    ['postgres://db2/lectern,', 'must be addresses that begin with postgres://'],
    ['postgres://db2,db3/lectern', 'must be addresses that begin with postgres://'],
    ['postgres://db2/lectern?host=db2%2Cdb3', 'must name one server in each address'],
    ['postgres://db2:x/lectern', 'is not a valid address'],
    [`${'postgres://db/lectern,'.repeat(40)}postgres://db/lectern`, 'at most 32 addresses'],
  ])('are not %j', (given, message) => {
    expect(() => readConfig({ ...primary, DATABASE_REPLICA_URLS: given })).toThrow(message);
  });

  test('need an address of the primary', () => {
    const url = { DATABASE_REPLICA_URLS: 'postgres://db2/lectern' };
    expect(() => readConfig(url)).toThrow('DATABASE_REPLICA_URLS requires DATABASE_URL.');
  });
});

describe('the broker', () => {
  test('is none unless it is configured, and an address of Redis', () => {
    expect(readConfig({}).eventsUrl).toBeUndefined();
    for (const given of ['redis://cache:6379', 'rediss://:a%2Fb@cache/3'])
      expect(readConfig({ LECTERN_EVENTS_URL: given }).eventsUrl).toBe(given);
  });

  test.each([
    ['cache:6379', 'must be the address of a Redis or Valkey server'],
    ['nats://cache:4222', 'must be the address of a Redis or Valkey server'],
    ['redis://', 'must be the address of a Redis or Valkey server'],
    ['redis://cache/docs', 'nothing but the number of a database'],
    ['redis://cache/1?timeout=3', 'nothing but the number of a database'],
  ])('is not %j', (given, message) => {
    expect(() => readConfig({ LECTERN_EVENTS_URL: given })).toThrow(message);
  });
});

describe('a pooler that shares sessions', () => {
  const given = {
    DATABASE_URL: 'postgres://lectern@pooler:6432/lectern',
    DATABASE_DIRECT_URL: 'postgres://lectern@db1/lectern',
    LECTERN_EVENTS_URL: 'redis://cache',
    LECTERN_SECRET: 'a secret of thirty-two characters',
  };

  test('is used with a way past it, and with a broker', () => {
    expect(readConfig(given).databaseDirectUrl).toBe('postgres://lectern@db1/lectern');
    expect(readConfig({}).databaseDirectUrl).toBeUndefined();
    const { LECTERN_EVENTS_URL: _, ...silent } = given;
    expect(() => readConfig(silent)).toThrow('DATABASE_DIRECT_URL requires LECTERN_EVENTS_URL');
    const { DATABASE_URL: __, ...alone } = given;
    expect(() => readConfig(alone)).toThrow('DATABASE_DIRECT_URL requires DATABASE_URL.');
    expect(() => readConfig({ ...given, DATABASE_DIRECT_URL: 'db1' })).toThrow(
      'DATABASE_DIRECT_URL must begin with postgres://',
    );
  });
});

describe('the database of events', () => {
  test('is a database of ClickHouse', () => {
    const url = 'https://lectern:pass-word@clickhouse.example.com:8443/docs';
    expect(readConfig({ LECTERN_INSIGHTS_URL: url }).insightsUrl).toBe(url);
    expect(readConfig({}).insightsUrl).toBeUndefined();
  });

  test.each([
    'clickhouse',
    'clickhouse://db/docs',
    'http://db:8123',
    'http://db/one/two',
    'http://db/docs?a=b',
  ])('is not %s', (url) => {
    expect(() => readConfig({ LECTERN_INSIGHTS_URL: url })).toThrow(
      'LECTERN_INSIGHTS_URL must be the address of a database of ClickHouse',
    );
  });
});

describe('the provider of translations', () => {
  const url = { LECTERN_TRANSLATION_URL: 'https://translate.example/v1/' };

  test('is off unless it is configured', () => {
    expect(readConfig({}).translation).toBeUndefined();
    expect(readConfig({ ...url, LECTERN_TRANSLATION_PROVIDER: 'deepl' }).translation).toEqual({
      provider: 'deepl',
      url: 'https://translate.example/v1',
      key: undefined,
      model: undefined,
    });
  });

  describe('by a language model', () => {
    const model = {
      LECTERN_MODEL_URL: 'https://model.example/v1/',
      LECTERN_MODEL_NAME: 'a-model',
      LECTERN_MODEL_KEY: 'a-key',
    };
    const provider = { LECTERN_TRANSLATION_PROVIDER: 'openai' };

    test('uses the one that there is, where it has no settings of its own', () => {
      expect(readConfig({ ...model, ...provider }).translation).toEqual({
        provider: 'openai',
        url: 'https://model.example/v1',
        key: 'a-key',
        model: 'a-model',
      });
      const own = { LECTERN_TRANSLATION_MODEL: 'another' };
      expect(readConfig({ ...model, ...provider, ...own }).translation).toMatchObject({
        key: 'a-key',
        model: 'another',
      });
    });

    test('is not switched on by it, and gets no key that belongs elsewhere', () => {
      expect(readConfig(model).translation).toBeUndefined();
      const own = { ...url, LECTERN_TRANSLATION_MODEL: 'another' };
      expect(readConfig({ ...model, ...provider, ...own }).translation?.key).toBeUndefined();
      expect(() => readConfig({ ...model, ...provider, ...url })).toThrow(
        'LECTERN_TRANSLATION_MODEL is required',
      );
      expect(() => readConfig({ ...model, LECTERN_TRANSLATION_PROVIDER: 'deepl' })).toThrow(
        'LECTERN_TRANSLATION_URL is required',
      );
      expect(() => readConfig(provider)).toThrow('and LECTERN_MODEL_URL is not');
    });
  });

  test.each([
    [url, 'LECTERN_TRANSLATION_PROVIDER is required'],
    [{ LECTERN_TRANSLATION_PROVIDER: 'babel', ...url }, 'must be one of openai, deepl, libretranslate'],
    [{ LECTERN_TRANSLATION_PROVIDER: 'deepl' }, 'LECTERN_TRANSLATION_URL is required'],
    [{ LECTERN_TRANSLATION_PROVIDER: 'openai', ...url }, 'LECTERN_TRANSLATION_MODEL is required'],
  ])('is refused as %j', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

test('a model for embeddings is one of the language model’s service', () => {
  const model = { LECTERN_MODEL_URL: 'https://model.example/v1', LECTERN_MODEL_NAME: 'a-model' };
  expect(readConfig(model).languageModel?.embeddingModel).toBeUndefined();
  const embeddings = { LECTERN_MODEL_EMBEDDINGS: 'meanings' };
  expect(readConfig({ ...model, ...embeddings }).languageModel).toMatchObject({ embeddingModel: 'meanings' });
  expect(() => readConfig(embeddings)).toThrow(
    'LECTERN_MODEL_EMBEDDINGS requires LECTERN_MODEL_URL and LECTERN_MODEL_NAME.',
  );
});

describe('the limits of translations', () => {
  test('have defaults, and no price', () => {
    expect(readConfig({}).translationLimits).toEqual({ charactersPerDay: 2_000_000, callsPerMinute: 60 });
  });

  test('are read', () => {
    const environment = {
      LECTERN_TRANSLATION_CHARACTERS_PER_DAY: '0',
      LECTERN_TRANSLATION_CALLS_PER_MINUTE: '5',
      LECTERN_TRANSLATION_PRICE_PER_MILLION_CHARACTERS: '0.15',
    };
    const limits = { charactersPerDay: 0, callsPerMinute: 5, pricePerMillionCharacters: 0.15 };
    expect(readConfig(environment).translationLimits).toEqual(limits);
  });

  test.each(['x', '-1', '1e3', '1.'])('are refused with the price %s', (price) => {
    const environment = { LECTERN_TRANSLATION_PRICE_PER_MILLION_CHARACTERS: price };
    expect(() => readConfig(environment)).toThrow('must be a number such as 20');
  });
});

describe('a variable that is no setting', () => {
  test.each([
    ['LECTERN_PROT', 'LECTERN_PORT'],
    ['LECTERN_BASEURL', 'LECTERN_BASE_URL'],
    ['LECTERN_DATADIR', 'LECTERN_DATA_DIR'],
    ['LECTERN_SMTP_URL', 'SMTP_URL'],
  ])('%s is refused, with the nearest name', (name, nearest) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(`${name} is not a setting. Did you mean ${nearest}?`);
  });

  test('is no concern of ours if its name does not begin like ours', () => {
    expect(() => readConfig({ PATH: '/bin', LECTERNS: 'x' })).not.toThrow();
  });

  test('is not in the documentation', () => {
    const names = [
      ...new Set(readText('docs/running/configuration.md').match(/(?<=`)LECTERN_[A-Z_]+(?=`)/g)),
    ];
    expect(names.length).toBeGreaterThan(20);
    const environment = Object.fromEntries(names.map((name) => [name, '']));
    expect(() => readConfig(environment)).not.toThrow();
  });
});
