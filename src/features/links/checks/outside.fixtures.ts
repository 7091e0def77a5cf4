import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A web server that plays the external world. */
export interface Outside {
  origin: string;
  port: number;
  /** Every request so far, as `METHOD path`. */
  asked: string[];
  close(): void;
}

export async function startOutside(listener: RequestListener): Promise<Outside> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  return { ...(await listen(server, 'http')), asked };
}

/** The same with an untrusted certificate. */
export async function startUntrusted(): Promise<Outside> {
  const server = createSecureServer({ cert: CERTIFICATE, key: KEY }, (_, response) => response.end('hello'));
  return { ...(await listen(server, 'https')), asked: [] };
}

async function listen(server: Server, scheme: string): Promise<Omit<Outside, 'asked'>> {
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Generated for this file and used nowhere else. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUc5pGbudUxEz/nrjoLtLF6IXbRBkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTE2MzYyM1oYDzIxMjYxMDI4
MTYzNjIzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARG1Rypfm8NCl/yus/1M56ozZSIgPmnpAcEBsZzToZLg0DDRC/Ua+TX
G4/T1tohlvu+xYdhYjaMGbN533CmdQZ5o2QwYjAdBgNVHQ4EFgQUUbv19wGW0aBv
cwtL9/Z0IuSbAy0wHwYDVR0jBBgwFoAUUbv19wGW0aBvcwtL9/Z0IuSbAy0wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IDpceDK4p37/7Ihge+fK+HPrCxfdNl2YQGYr80qf7d2KAiEAwQJ+GX+pnmgaNFcS
iLP0Wes3wjF/yhQeC03HtSNsBro=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTgtgrE5wwD+N+kXI
0coyqMJ+4bjdaXhaALlzFFzO8umhRANCAARG1Rypfm8NCl/yus/1M56ozZSIgPmn
pAcEBsZzToZLg0DDRC/Ua+TXG4/T1tohlvu+xYdhYjaMGbN533CmdQZ5
-----END PRIVATE KEY-----`;
