/** Who offers an API, where it is called, and with which credentials: in the many ways in which specs say it. */
import type { Json } from '@lectern/openapi/resolve';
import { describe, expect, test } from 'vitest';
import { each, showSpec, specOf } from '../../../test/show-variants.ts';

describe('what the introduction says of an API', () => {
  const infos: [string, Json, (string | RegExp)[]][] = [
    ['a summary', { summary: 'In short' }, ['In short']],
    ['a description', { description: '# More\n\nIn **long**.' }, ['In **long**.']],
    ['the name of a contact', { contact: { name: 'Ops' } }, ['* Contact: Ops']],
    ['its email address', { contact: { email: 'ops@example.com' } }, ['mailto:ops@example.com']],
    ['its address', { contact: { url: 'https://example.com/help' } }, ['https://example.com/help']],
    [
      'all of a contact',
      { contact: { name: 'Ops', url: 'https://example.com/help', email: 'ops@example.com' } },
      ['[Ops](<https://example.com/help>)', 'ops@example.com'],
    ],
    ['the name of a license', { license: { name: 'Own license' } }, ['* License: Own license']],
    [
      'a license with its address',
      { license: { name: 'MIT', url: 'https://example.com/mit' } },
      ['[MIT](<https://example.com/mit>)'],
    ],
    [
      'a license by its identifier',
      { license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
      [/\[Apache 2\\?\.0\]\(<https:\/\/spdx\.org\/licenses\/Apache-2\.0\.html>\)/, '`Apache-2.0`'],
    ],
    [
      'only the identifier of a license',
      { license: { identifier: 'MIT' } },
      ['[MIT](<https://spdx.org/licenses/MIT.html>)'],
    ],
    [
      'several licenses',
      { license: { name: 'Either', identifier: 'MIT OR Apache-2.0' } },
      ['Either', '`MIT OR Apache-2.0`'],
    ],
    ['terms', { termsOfService: 'https://example.com/terms' }, ['https://example.com/terms']],
    ['terms as a text', { termsOfService: 'Ask us first' }, ['Ask us first']],
    [
      'a logo',
      { 'x-logo': { url: 'https://example.com/logo.png', altText: 'Things', href: 'https://example.com' } },
      ['![Things](<https://example.com/logo.png>)'],
    ],
    ['a logo as an address', { 'x-logo': 'https://example.com/logo.png' }, ['https://example.com/logo.png']],
    ['a version that is a number', { version: 2, summary: 'a' }, ['* Version: `2`']],
  ];
  test.each(infos)('%s', (_name, info, has) => {
    const { introduction } = showSpec(specOf({}, {}, { info: { title: 'Things', version: '1', ...info } }));
    for (const one of has)
      if (typeof one === 'string') expect(introduction).toContain(one);
      else expect(introduction).toMatch(one);
  });
  test.each<[string, Json]>([
    [
      'scripts',
      {
        contact: { name: 'a', url: 'javascript:alert(1)' },
        license: { name: 'b', url: 'javascript:alert(1)' },
        'x-logo': { url: 'javascript:alert(1)' },
        termsOfService: 'javascript:alert(1)',
      },
    ],
    ['marks', { contact: { name: '](javascript:alert(1))' } }],
  ])('no %s become links', (_name, info) => {
    const { introduction } = showSpec(specOf({}, {}, { info: { title: 'Things', version: '1', ...info } }));
    expect(introduction).not.toMatch(/(?<!\\)\]\(<?javascript/);
  });
  test('what is said of the whole, also in 2.0', () => {
    const externalDocs = { url: 'https://example.com/more', description: 'More' };
    const info = { title: 'a', version: '1', contact: { name: 'Ops' }, license: { name: 'MIT' } };
    const { introduction } = showSpec({ swagger: '2.0', info, externalDocs, paths: {} });
    for (const one of ['Ops', 'MIT', '[More](<https://example.com/more>)'])
      expect(introduction).toContain(one);
  });
});

const scopes = { 'read:x': 'Read all the x', 'write:x': '' };
const withScheme = (scheme: Json, needed: string[] = [], more: Json = {}): Json => ({
  ...specOf({ security: [{ s: needed }] }, { securitySchemes: { s: scheme } }),
  ...more,
});
const flow = (name: string, urls: Json): Json =>
  withScheme({ type: 'oauth2', flows: { [name]: { ...urls, scopes } } }, ['read:x']);
const [auth, token] = ['https://id.example.com/auth', 'https://id.example.com/token'];

each('credentials are said', {
  'an authorization code': {
    spec: flow('authorizationCode', {
      authorizationUrl: auth,
      tokenUrl: token,
      refreshUrl: 'https://id.example.com/refresh',
    }),
    has: ['Authorization code', auth, token, 'https://id.example.com/refresh', 'read:x', 'Read all the x'],
  },
  implicit: { spec: flow('implicit', { authorizationUrl: auth }), has: ['Implicit', auth, 'Read all the x'] },
  'a password': { spec: flow('password', { tokenUrl: token }), has: ['Password', token, 'Read all the x'] },
  'client credentials': {
    spec: flow('clientCredentials', { tokenUrl: token }),
    has: ['Client credentials', token, 'Read all the x'],
  },
  'a device, of 3.2': {
    spec: {
      ...flow('deviceAuthorization', { deviceAuthorizationUrl: auth, tokenUrl: token }),
      openapi: '3.2.0',
    },
    has: ['Device authorization', auth, token, 'Read all the x'],
  },
  'several flows': {
    spec: withScheme(
      {
        type: 'oauth2',
        flows: {
          implicit: { authorizationUrl: auth, scopes: { a: 'Words of a' } },
          password: { tokenUrl: token, scopes: { b: 'Words of b' } },
        },
      },
      ['a', 'b'],
    ),
    has: ['Implicit', 'Password', auth, token, 'Words of a', 'Words of b'],
  },
  'relative addresses': {
    spec: flow('clientCredentials', { tokenUrl: '/oauth/token' }),
    has: ['/oauth/token'],
  },
  'metadata, of 3.2': {
    spec: {
      ...withScheme({
        type: 'oauth2',
        oauth2MetadataUrl: 'https://id.example.com/.well-known/oauth',
        flows: {},
      }),
      openapi: '3.2.0',
    },
    has: ['https://id.example.com/.well-known/oauth'],
  },
  'OpenID Connect': {
    spec: withScheme(
      { type: 'openIdConnect', openIdConnectUrl: 'https://id.example.com/.well-known/openid' },
      ['read:x'],
    ),
    has: ['OpenID Connect', 'https://id.example.com/.well-known/openid', 'read:x'],
  },
  'a format of tokens': {
    spec: withScheme({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }),
    has: [/bearer/i, 'JWT'],
  },
  'a digest': { spec: withScheme({ type: 'http', scheme: 'digest' }), has: ['HTTP digest'] },
  'a basic one': {
    spec: withScheme({ type: 'http', scheme: 'Basic', description: 'Your own name' }),
    has: ['Basic authentication', 'Your own name'],
  },
  'a key in a cookie': {
    spec: withScheme({ type: 'apiKey', in: 'cookie', name: 'sid' }),
    has: ['cookie: sid'],
  },
  'a client certificate': { spec: withScheme({ type: 'mutualTLS' }), has: ['Mutual TLS'] },
  'a shared scheme': {
    spec: specOf(
      { security: [{ s: [] }] },
      {
        securitySchemes: {
          s: { $ref: '#/components/securitySchemes/t' },
          t: { type: 'apiKey', in: 'header', name: 'X-T' },
        },
      },
    ),
    has: ['header: X-T'],
  },
  'a deprecated one, of 3.2': {
    spec: { ...withScheme({ type: 'http', scheme: 'basic', deprecated: true }), openapi: '3.2.0' },
    has: [/[Dd]eprecated/],
  },
  'one by its address, of 3.2': {
    spec: {
      ...specOf(
        { security: [{ '#/components/securitySchemes/t': [] }] },
        { securitySchemes: { t: { type: 'apiKey', in: 'header', name: 'X-T' } } },
      ),
      openapi: '3.2.0',
    },
    has: ['header: X-T'],
  },
  'of all operations': {
    spec: specOf(
      {},
      { securitySchemes: { s: { type: 'http', scheme: 'bearer' } } },
      { security: [{ s: [] }] },
    ),
    has: [/bearer/i],
  },
  'of none': {
    spec: specOf(
      { security: [] },
      { securitySchemes: { s: { type: 'http', scheme: 'bearer' } } },
      { security: [{ s: [] }] },
    ),
    has: [],
    lacks: [/bearer/i],
  },
  'or nothing': {
    spec: specOf(
      { security: [{}, { s: [] }] },
      { securitySchemes: { s: { type: 'http', scheme: 'bearer' } } },
    ),
    has: ['none', /or/],
  },
  'of 2.0': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      host: 'a.example.com',
      security: [{ o: ['r'] }],
      securityDefinitions: {
        o: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: auth,
          tokenUrl: token,
          scopes: { r: 'Read it' },
          description: 'Words of it',
        },
      },
      paths: { '/a': { get: { responses: {} } } },
    },
    has: ['Authorization code', auth, token, 'Read it', 'Words of it'],
  },
});

const servers = (...list: Json[]): Json => specOf({}, {}, { servers: list });
each('servers are said', {
  'without a protocol': {
    spec: servers({ url: '//api.example.org/v2' }),
    has: ['https://api.example.org/v2'],
    calls: 'https://api.example.org/v2/things',
  },
  'without a host': { spec: servers({ url: '/v2' }), has: ['/v2'] },
  none: { spec: { ...specOf({}), servers: undefined } as unknown as Json, has: [], lacks: ['undefined'] },
  'with a slash at the end': {
    spec: servers({ url: 'https://api.example.org/v2/' }),
    has: ['https://api.example.org/v2'],
  },
  'with variables': {
    spec: servers({
      url: 'https://{region}.example.org/{version}',
      variables: {
        region: { default: 'eu', enum: ['eu', 'us'], description: 'Where' },
        version: { default: 'v2' },
      },
    }),
    has: ['region', 'us', 'Where', 'version'],
    calls: 'https://eu.example.org/v2/things',
  },
  'with a protocol as a variable': {
    spec: servers({
      url: '{scheme}://api.example.org',
      variables: { scheme: { default: 'https', enum: ['https', 'http'] } },
    }),
    has: ['scheme', 'http'],
    calls: 'https://api.example.org/things',
  },
  'with a port that is a number': {
    spec: servers({ url: 'https://api.example.org:{port}', variables: { port: { default: 8443 as never } } }),
    has: ['port', '8443'],
    calls: 'https://api.example.org:8443/things',
  },
  'without a protocol, with variables': {
    spec: servers({ url: '//{host}/v2', variables: { host: { default: 'api.example.org' } } }),
    has: ['host'],
    calls: 'https://api.example.org/v2/things',
  },
  several: {
    spec: servers(
      { url: 'https://a.example.org', description: 'Live' },
      { url: 'https://b.example.org', description: 'Test' },
    ),
    has: ['https://a.example.org', 'https://b.example.org', 'Live', 'Test'],
  },
  'with names, of 3.2': {
    spec: { ...servers({ url: 'https://a.example.org', name: 'production' }), openapi: '3.2.0' },
    has: ['production'],
  },
  'of a path': {
    spec: { ...specOf({}), paths: { '': { servers: [{ url: 'https://path.example.org' }], get: {} } } },
    has: ['https://path.example.org'],
  },
  'of an operation': {
    spec: specOf({ servers: [{ url: 'https://own.example.org' }] }),
    has: ['https://own.example.org'],
    lacks: ['api.example.com'],
  },
  'of 2.0': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      host: 'a.example.org',
      basePath: '/v2',
      schemes: ['https', 'http'],
      paths: { '': { get: { responses: {} } } },
    },
    has: ['https://a.example.org/v2', 'http://a.example.org/v2'],
  },
  'of 2.0, without a protocol': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      host: 'a.example.org',
      basePath: '/v2',
      paths: { '': { get: { responses: {} } } },
    },
    has: ['https://a.example.org/v2'],
  },
});
