import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../../../../test/x509.ts';
import { checkReach } from './check-reach.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const reach = (address: string, allowPrivateNetworks = true) => checkReach({ allowPrivateNetworks }, address);

test('what responds is ready, whatever its response', async () => {
  const port = await listen(createPlainServer((_request, response) => response.writeHead(404).end()));
  expect(await reach(`http://127.0.0.1:${port}/`)).toBe('ready');
});

test('a certificate that browsers refuse is told from no response', async () => {
  const { key, certificate } = makeCertificate({ key: 'ec', name: '127.0.0.1' });
  const port = await listen(createServer({ key, cert: certificate }, (_request, response) => response.end()));
  expect(await reach(`https://127.0.0.1:${port}/`)).toBe('no-certificate');
  expect(await reach('https://127.0.0.1:9/')).toBe('unreachable');
});

test('private addresses are not contacted', async () => {
  expect(await reach('https://127.0.0.1:9/', false)).toBe('unknown');
});
