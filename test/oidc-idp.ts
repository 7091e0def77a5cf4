import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

/** A person, as the identity provider knows them. */
interface IdpUser {
  id: string;
  email: string;
  emailVerified?: boolean;
  name: string;
  groups?: string[];
}

/** An identity provider that is a program of its own: `oidc-provider`, which asks nothing of whoever signs in. */
export interface OidcIdp {
  issuer: string;
  provider: Provider;
  /** Whom it signs in next. */
  user: IdpUser;
  /** Adds a client with this redirect address. */
  addClient(redirectUri: string, more?: object): Promise<{ clientId: string; clientSecret: string }>;
  close(): Promise<void>;
}

export const CLIENT = { clientId: 'lectern', clientSecret: 'a-secret-of-the-client' };

/** `host`: of the address that browsers know it by. */
export async function startOidcIdp({ host = '127.0.0.1' }: { host?: string } = {}): Promise<OidcIdp> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const users = new Map<string, IdpUser>();
  const provider = new Provider(issuer, {
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'first' }] as never,
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    // Claims of scopes are sent by the address for user information only, as the specification has it.
    conformIdTokenClaims: true,
    findAccount: (_context, id) => {
      const user = users.get(id);
      return (
        user && {
          accountId: id,
          claims: () => ({
            sub: id,
            email: user.email,
            email_verified: user.emailVerified ?? true,
            name: user.name,
            groups: user.groups ?? [],
          }),
        }
      );
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
        },
      },
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId as string,
        accountId: session?.accountId as string,
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    cookies: { keys: ['a-key-for-cookies'] },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
  } satisfies Configuration);
  const callback = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    users.set(idp.user.id, { ...idp.user });
    await provider.interactionFinished(request, response, { login: { accountId: idp.user.id } });
  });
  const idp: OidcIdp = {
    issuer,
    provider,
    user: { id: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' },
    addClient: async (redirectUri, more = {}) => {
      const metadata = {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        ...more,
      };
      const { Client } = provider as unknown as {
        Client: { adapter: { upsert(id: string, client: object): Promise<void> } };
      };
      await Client.adapter.upsert(CLIENT.clientId, metadata);
      return CLIENT;
    },
    close: () => close(server),
  };
  return idp;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
