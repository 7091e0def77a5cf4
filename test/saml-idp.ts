import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type KeyAndCertificate, makeCertificate } from './x509.ts';

/** A person, as the identity provider knows them. */
interface IdpUser {
  id: string;
  email: string;
  displayName: string;
}

/** An identity provider that is a program of its own: `samlp`, behind a server of Node.js. */
export interface SamlIdp {
  entityId: string;
  ssoUrl: string;
  keys: KeyAndCertificate;
  /** Whom it has signed in; it asks nothing. */
  user: IdpUser;
  /** The requests that came, as XML facts. */
  requests: AuthnRequest[];
  close(): Promise<void>;
}

interface AuthnRequest {
  id: string;
  issuer: string;
  assertionConsumerServiceURL: string;
  destination: string;
}

/** The parts of express that the package uses. */
type ExpressRequest = IncomingMessage & { query: Record<string, string>; user: object };
type ExpressResponse = ServerResponse & {
  set(name: string, value: string): void;
  send(body: string | number, text?: string): void;
};
interface Samlp {
  auth(
    options: object,
  ): (request: ExpressRequest, response: ExpressResponse, next: (error: Error) => void) => void;
  parseRequest(
    request: ExpressRequest,
    options: object,
    callback: (error: Error | null, request: AuthnRequest) => void,
  ): void;
}

const samlp = createRequire(import.meta.url)('samlp') as Samlp;

/** `host`: of the address that browsers know it by; another one than the service’s makes it another site. */
export async function startSamlIdp({ host = '127.0.0.1' }: { host?: string } = {}): Promise<SamlIdp> {
  const keys = makeCertificate();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url as string, 'http://idp.invalid');
    if (pathname !== '/sso') {
      response.writeHead(404).end();
      return;
    }
    const asked = Object.assign(request, {
      query: Object.fromEntries(searchParams),
      user: toProfile(idp.user),
    });
    answer(asked, toExpress(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const idp: SamlIdp = {
    entityId: `${origin}/metadata`,
    ssoUrl: `${origin}/sso`,
    keys,
    user: { id: 'ada', email: 'ada@example.com', displayName: 'Ada Lovelace' },
    requests: [],
    close: () => close(server),
  };

  function answer(request: ExpressRequest, response: ExpressResponse): void {
    const fail = (error: Error): void => {
      response.writeHead(500).end(error.message);
    };
    samlp.parseRequest(request, {}, (error, asked) => {
      if (error) return fail(error);
      idp.requests.push(asked);
      const acs = asked.assertionConsumerServiceURL;
      const options = {
        issuer: idp.entityId,
        cert: keys.certificate,
        key: keys.key,
        recipient: acs,
        destination: acs,
        lifetimeInSeconds: 300,
        getPostURL: (_to: string, _xml: object, _request: object, then: (no: null, url: string) => void) =>
          then(null, acs),
      };
      samlp.auth(options)(request, response, fail);
    });
  }
  return idp;
}

const toProfile = ({ id, email, displayName }: IdpUser) => ({
  id,
  displayName,
  emails: [{ value: email }],
  name: { givenName: displayName.split(' ')[0], familyName: displayName.split(' ').at(-1) },
});

const toExpress = (response: ServerResponse): ExpressResponse =>
  Object.assign(response, {
    set: (name: string, value: string) => void response.setHeader(name, value),
    send: (body: string | number, text = '') =>
      void (typeof body === 'number' ? response.writeHead(body).end(text) : response.end(body)),
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
