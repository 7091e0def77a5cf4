import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { TargetKey } from '../../../domains/access/permissions/grant-target.ts';
import { PARAMS, UpdatePermissionBody } from '../../../domains/access/permissions/permissions.schemas.ts';
import type { Grantee } from '../../../domains/access/permissions/permissions.service.ts';
import { removePermission, setPermission } from '../../../domains/access/permissions/permissions.service.ts';
import { resolveUserId } from '../../../domains/identity/users/users.service.ts';
import { grantedCollection, grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { findCaller } from '../../../platform/access/find-caller.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { RoleSchema } from '../../../platform/http/schemas.ts';
import { checkBody } from '../../parts/form/check-body.ts';
import { FormBody } from '../../parts/form/form-body.ts';
import { handleForm } from '../../parts/form/handle-form.ts';
import type { Refused } from '../../parts/form/refused.ts';
import { sendFormPage } from '../../parts/form/send-form-page.ts';
import { useForms } from '../../parts/forms.ts';
import { PageQuery, type PeoplePages } from '../../parts/people-pages.ts';
import { readCollections } from '../readable-collections.ts';
import { readDefaultLevel, readPermissions, renderPermissions } from './permissions-page.ts';
import { changeDefaultLevel, DefaultLevelBody, findPlaceCrumbs } from './place-of-page.ts';

const Query = Type.Object({
  ...PageQuery,
  search: Type.Optional(Type.String()),
  role: Type.Optional(Type.Enum(['', ...RoleSchema.enum])),
});

/** The pages for access to a space or a collection and its sources; the same for both kinds. */
export const permissionPageRoutes =
  (means: PeoplePages): FastifyPluginAsyncTypebox =>
  async (app) => {
    useForms(app);
    await app.register(pagesOn(means, 'space'));
    await app.register(pagesOn(means, 'collection'));
  };

const pagesOn =
  ({ context, addresses, readToken }: PeoplePages, kind: TargetKey['kind']): FastifyPluginAsyncTypebox =>
  async (app) => {
    const url = `/${kind === 'space' ? 's' : 'c'}/:${kind}Id/permissions`;
    const { place: params, user: userParams, team: teamParams } = PARAMS[kind];
    const access = `${kind}:share` as const;

    /** Includes the data that the access hook loaded. */
    function placeOf(request: FastifyRequest) {
      const pointer = kind === 'space' ? grantedSpace(request) : grantedCollection(request);
      const { organizationId, parentId, defaultLevel } = pointer;
      const id = 'spaceId' in pointer ? pointer.spaceId : pointer.collectionId;
      const here = kind === 'space' ? addresses.spacePermissions(id) : addresses.collectionPermissions(id);
      return { place: { kind, organizationId, id }, parentId, defaultLevel, here };
    }

    async function showPermissions(request: FastifyRequest, reply: FastifyReply, refused?: Refused) {
      const { page, search = '', role = '' } = request.query as Static<typeof Query>;
      const granted = grantedTo(request);
      const { place, parentId, defaultLevel, here } = placeOf(request);
      const caller = await findCaller(context, granted.actor, place.organizationId);
      const collections = await readCollections(context, addresses, caller);
      const permissions = await readPermissions(context, caller, (id) => collections.title(id), {
        place,
        defaultLevel,
        here,
        search: search.trim(),
        role: role === '' ? undefined : role,
        page,
        isEditable: mayDo(granted, access),
      });
      return sendFormPage(reply, addresses, {
        title: 'Access',
        crumbs: await findPlaceCrumbs(context, addresses, place, collections.crumbs(parentId)),
        refused,
        render: (context) => renderPermissions(permissions, context),
      });
    }

    app.route({
      method: 'GET',
      url,
      config: { access: `${kind}:list-permissions`, readToken },
      schema: { hide: true, params, querystring: Query },
      handler: (request, reply) => showPermissions(request, reply),
    });

    app.route({
      method: 'POST',
      url: `${url}/default`,
      config: { access, readToken },
      schema: { hide: true, params, body: FormBody },
      handler: (request, reply) =>
        handleForm(reply, addresses, {
          form: 'default',
          entered: request.body,
          act: async () => {
            const { place, here } = placeOf(request);
            const level = readDefaultLevel(request.body.defaultLevel);
            const body = checkBody(request, DefaultLevelBody, { defaultLevel: level });
            await changeDefaultLevel(context, causeOf(request), place, body);
            return { to: here, done: 'saved' };
          },
          again: (refused) => showPermissions(request, reply, refused),
        }),
    });

    /** Giving a role and taking it, by whom it is given to. */
    const grantees = [
      {
        path: 'users',
        params: userParams,
        find: (request: FastifyRequest): Grantee => {
          const { userId } = request.params as Static<typeof userParams>;
          return { grantee: 'user', id: resolveUserId(grantedTo(request).actor, userId) };
        },
      },
      {
        path: 'teams',
        params: teamParams,
        find: (request: FastifyRequest): Grantee => ({
          grantee: 'team',
          id: (request.params as Static<typeof teamParams>).teamId,
        }),
      },
    ];
    for (const { path, params: granteeParams, find } of grantees) {
      const parameter = path === 'users' ? 'userId' : 'teamId';

      app.route({
        method: 'POST',
        url: `${url}/${path}/:${parameter}`,
        config: { access, readToken },
        schema: { hide: true, params: granteeParams, body: FormBody },
        handler: (request, reply) => {
          const grantee = find(request);
          return handleForm(reply, addresses, {
            form: `give-${path}/${grantee.id}`,
            entered: request.body,
            act: async () => {
              const { place, here } = placeOf(request);
              const { role } = checkBody(request, UpdatePermissionBody, { role: request.body.role });
              await setPermission(context, causeOf(request), place, { ...grantee, role });
              return { to: here, done: 'role-given' };
            },
            again: (refused) => showPermissions(request, reply, refused),
          });
        },
      });

      app.route({
        method: 'POST',
        url: `${url}/${path}/:${parameter}/remove`,
        config: { access, readToken },
        schema: { hide: true, params: granteeParams, body: FormBody },
        handler: (request, reply) => {
          const grantee = find(request);
          return handleForm(reply, addresses, {
            form: `remove-${path}/${grantee.id}`,
            entered: request.body,
            act: async () => {
              const { place, here } = placeOf(request);
              await removePermission(context, causeOf(request), place, grantee);
              return { to: here, done: 'role-taken' };
            },
            again: (refused) => showPermissions(request, reply, refused),
          });
        },
      });
    }
  };
