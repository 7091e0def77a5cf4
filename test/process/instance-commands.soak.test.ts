/** The commands for the instance itself, beside a service that runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../git-fixtures.ts';
import { startLdapServer } from '../ldap-server.ts';
import {
  createPreparedSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN };

let setup: Setup;
let service: RunningService;

beforeEach(async () => {
  setup = await createPreparedSetup();
});
afterEach(() => setup.clean());

const get = async (path: string) => (await request(service, TOKEN, path)).body;

test('maintenance is begun, told and ended, and nothing can be changed meanwhile', async () => {
  service = await setup.serve(ENVIRONMENT);
  const until = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)}Z`;
  const message = 'The server is being moved.';
  const begun = await setup.run(['maintenance', 'on', '--until', until, '--message', message], ENVIRONMENT);
  expect(begun).toMatchObject({ code: 0, errors: '' });
  expect(begun.output).toContain('Maintenance is on until');
  expect(await get('/v1/maintenance')).toMatchObject({ active: true, message });
  const create = () =>
    request<{ reason?: string }>(service, TOKEN, '/v1/orgs', { method: 'POST', body: { title: 'Later' } });
  await expect.poll(async () => (await create()).status).toBe(503);
  expect((await request(service, TOKEN, '/v1/orgs')).status).toBe(200);
  const status = await setup.run(['maintenance', 'status'], ENVIRONMENT);
  expect(status.output).toContain(`Message: ${message}`);
  const ended = await setup.run(['maintenance', 'off'], ENVIRONMENT);
  expect(ended.output).toContain('Maintenance is off: everything can be changed.');
  await expect.poll(async () => (await create()).status).toBe(201);
  const wrong = await setup.run(['maintenance', 'on', '--until', 'tomorrow'], ENVIRONMENT);
  expect(wrong.code).toBe(1);
  expect((await get('/v1/maintenance')).active).toBe(false);
});

test('a person becomes an instance administrator, and is none any more', async () => {
  service = await setup.serve(ENVIRONMENT);
  const [organization] = (await get('/v1/orgs')).items as { id: string }[];
  const email = 'ann@example.com';
  const person = ['--email', email, '--organization', organization?.id as string, '--role', 'read'];
  expect(await setup.run(['user', 'create', ...person], ENVIRONMENT)).toMatchObject({ code: 0 });
  expect(await setup.run(['user', 'instance-administrator', '--email', email], ENVIRONMENT)).toMatchObject({
    code: 0,
  });
  const created = await setup.run(['token', 'create', '--email', email], ENVIRONMENT);
  const token = created.output.trim();
  expect((await request(service, token, '/v1/user')).body).toMatchObject({ instanceAdministrator: true });
  expect((await request(service, token, '/v1/instance/health')).status).toBe(200);
  const removed = ['user', 'instance-administrator', '--email', email, '--remove'];
  expect(await setup.run(removed, ENVIRONMENT)).toMatchObject({ code: 0 });
  await expect.poll(async () => (await request(service, token, '/v1/instance/health')).status).toBe(403);
  const nobody = await setup.run(
    ['user', 'instance-administrator', '--email', 'nobody@example.com'],
    ENVIRONMENT,
  );
  expect(nobody).toMatchObject({ code: 1, errors: expect.stringContaining('nobody@example.com') });
});

test('a directory is tried with its settings, and says what a sign-in would read', async () => {
  const server = await startLdapServer();
  const folder = await temporaryDirectory();
  try {
    await server.addPerson('ada', { mail: 'ada@company.example' });
    const { url, base, bind } = server.directory();
    const password = join(folder.path, 'password');
    writeFileSync(password, bind?.password ?? '');
    const environment = {
      LECTERN_LDAP_URL: url,
      LECTERN_LDAP_BASE: base,
      LECTERN_LDAP_BIND_DN: bind?.dn ?? '',
      LECTERN_LDAP_BIND_PASSWORD_FILE: password,
      LECTERN_LDAP_NAME: 'Company',
      LECTERN_LDAP_START_TLS: 'false',
    };
    const tried = await setup.run(['ldap', 'test', '--user', 'ada'], environment);
    expect(tried).toMatchObject({ code: 0, errors: '' });
    expect(tried.output).toContain('Directory “main”:');
    expect(tried.output).toContain('ada@company.example');
    const unknown = await setup.run(['ldap', 'test', '--user', 'nobody'], environment);
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('problem') });
    await server.close();
    const away = await setup.run(['ldap', 'test'], environment);
    expect(away).toMatchObject({ code: 1, output: expect.stringContaining('problem') });
  } finally {
    await server.close();
    await folder.remove();
  }
});
