import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { type BareContext, buildBareApp } from '../apps/server/app/bare-app.ts';
import { unknownToken } from '../apps/server/platform/access/access-errors.ts';
import type { Actor } from '../apps/server/platform/access/actor.ts';
import { createKeyRing } from '../apps/server/platform/access/keys.ts';
import { PointerCache } from '../apps/server/platform/access/pointer-cache.ts';
import type {
  CollectionPointer,
  MaintenancePointer,
  Membership,
  OrganizationPointer,
  OrganizationSpecs,
  Pointers,
  SiteAddress,
  SitePointer,
  SpacePointer,
  TranslationPointer,
} from '../apps/server/platform/access/pointers.ts';
import type { VisitorGate } from '../apps/server/platform/access/visitor-gate.ts';
import { type Config, readConfig } from '../apps/server/platform/config.ts';

/** The only token that this app knows: a user's, with every scope. */
export const TOKEN = 'lct_0123456789abcdefghijklmnopqrstuvwxyz';

export interface BareAppOptions {
  config?: Partial<Config>;
  log?: BareContext['log'];
  addRoutes?: (app: FastifyInstance) => void;
}

/** The app without features and without a database, with two routes to try it with. */
export async function buildBareTestApp(options: BareAppOptions = {}): Promise<FastifyInstance> {
  const nothing = async () => undefined;
  const actor: Actor = { kind: 'user', userId: 'u', tokenId: 't', scopes: ['admin'], expiresAt: null };
  const pointers: Pointers = {
    tokens: new PointerCache<Actor>(10, async (token) => (token === TOKEN ? actor : undefined)),
    actors: new PointerCache<Actor>(1, nothing),
    organizations: new PointerCache<OrganizationPointer>(1, nothing),
    memberships: new PointerCache<Membership>(1, nothing),
    spaces: new PointerCache<SpacePointer>(1, nothing),
    collections: new PointerCache<CollectionPointer>(1, nothing),
    sites: new PointerCache<SitePointer>(1, nothing),
    siteAddresses: new PointerCache<SiteAddress>(1, nothing),
    specs: new PointerCache<OrganizationSpecs>(1, nothing),
    translations: new PointerCache<TranslationPointer>(1, nothing),
    maintenance: new PointerCache<MaintenancePointer>(1, nothing),
  };
  const noVisitors: VisitorGate = { peek: () => unknownToken(), grant: async () => unknownToken() };
  const { server } = await buildBareApp(
    {
      config: { ...readConfig({}), ...options.config },
      log: options.log ?? pino({ level: 'silent' }),
      // Every query fails, as when the database is gone.
      db: undefined as never,
      databaseSpace: { isFull: false },
      blobs: { isFull: async () => false },
      pointers,
      keyRing: createKeyRing(['the secret of an app without features']),
      clock: () => new Date(),
    },
    noVisitors,
  );
  await server.register(async (app) => {
    app.route({
      method: 'GET',
      url: '/v1/things/:thingId',
      config: { access: 'account:read' },
      schema: {
        operationId: 'getThing',
        tags: ['Things'],
        params: Type.Object({ thingId: Type.String() }),
        querystring: Type.Object({
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
          format: Type.Optional(Type.Enum(['long', 'short'])),
        }),
        response: { 200: Type.Object({ query: Type.Any() }) },
      },
      handler: async ({ query }) => ({ query }),
    });
    app.route({
      method: 'POST',
      url: '/v1/things',
      config: { access: 'account:read' },
      schema: {
        operationId: 'createThing',
        tags: ['Things'],
        body: Type.Object({
          title: Type.Optional(Type.Union([Type.String({ maxLength: 5 }), Type.Null()])),
          size: Type.Optional(Type.Integer()),
        }),
        response: { 201: Type.Object({ body: Type.Any() }) },
      },
      handler: async ({ body }, reply) => {
        reply.code(201);
        return { body };
      },
    });
    options.addRoutes?.(app);
  });
  await server.ready();
  return server;
}
