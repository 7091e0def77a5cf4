/** The audit by syslog over TLS (RFC 5425): a server whose certificate nothing vouches for gets no event. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { askDatabase } from './ask-database.ts';
import { createPreparedSetup, request, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
/** Longer than the time between two attempts. */
const ATTEMPT_MS = 15_000;

/** Takes messages with octet counting. */
async function startReceiver(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const messages: string[] = [];
  let refused = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    const chunks: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
        const space = rest.indexOf(' ');
        const end = space + 1 + Number(rest.subarray(0, space).toString());
        messages.push(rest.subarray(space + 1, end).toString());
        rest = rest.subarray(end);
      }
      socket.end();
    });
  });
  server.on('tlsClientError', () => {
    refused += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    messages,
    certificate,
    refused: () => refused,
    url: `tls://localhost:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('events wait until the certificate of the syslog server is trusted, and arrive once, in their order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-syslog-'));
  const setup = await createPreparedSetup();
  const receiver = await startReceiver(folder);
  try {
    const environment = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_AUDIT_SYSLOG: receiver.url };
    let service = await setup.serve(environment);
    const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const rename = async (title: string): Promise<void> => {
      const path = `/v1/orgs/${body.items[0]?.id}`;
      const { status } = await request(service, TOKEN, path, { method: 'PATCH', body: { title } });
      expect(status).toBe(200);
    };
    await rename('First');
    await rename('Größe\n2');
    await waitFor('the service to refuse the certificate', async () => receiver.refused() > 0);
    await sleep(ATTEMPT_MS);
    expect(receiver.messages).toEqual([]);
    await service.stop();

    service = await setup.serve({ ...environment, NODE_EXTRA_CA_CERTS: receiver.certificate });
    await rename('Third');
    const titles = (): string[] =>
      receiver.messages
        .filter((message) => message.includes(' organization.updated - '))
        .map((message) => JSON.parse(message.slice(message.indexOf('{'))).payload.after.title);
    await waitFor('the events to arrive', async () => titles().length >= 3);
    await waitFor('the events to be forgotten', () =>
      askDatabase(setup, async (sql) => (await sql`select 1 from audit_outbox`).length === 0),
    );
    expect(titles()).toEqual(['First', 'Größe\n2', 'Third']);
    expect(receiver.messages[0]).toMatch(/^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ lectern \d+ /);
    await service.stop();
  } finally {
    await setup.clean();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
