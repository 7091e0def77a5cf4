import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { causeOf } from '../../../platform/access/cause.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { Id, StreamedFile } from '../../../platform/http/schemas.ts';
import { recordForUser } from '../../identity/users/record-for-user.ts';
import { userNotFound } from '../../identity/users/users.service.ts';
import { findPerson } from './person-data.queries.ts';
import { writePersonData } from './write-person-data.ts';

const ZIP = 'application/zip';
const DATA = { 200: { description: 'The archive.', content: { [ZIP]: { schema: StreamedFile } } } };
const CONTENTS =
  'A ZIP archive with a JSON file for each kind of data: the profile, sign-in methods without secrets, sessions, memberships and roles, comments, change requests, reviews, notifications, preferences, and the entries of audits.';

function send({ jobDb, log }: Context, reply: FastifyReply, userId: string): Readable {
  reply
    .type(ZIP)
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="personal-data.zip"');
  return writePersonData({ jobDb, log }, userId);
}

/** What the instance holds about a person, for the person, and for administrators of the instance whom they ask. */
export const personDataRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, transact, clock } = context;

    app.route({
      method: 'GET',
      url: '/v1/user/data',
      config: { access: 'person:administer', errors: [passwordSignInRequired] },
      schema: {
        operationId: 'exportOwnData',
        tags: ['Users'],
        summary: 'Export what is stored about you',
        description: CONTENTS,
        produces: [ZIP],
        response: DATA,
      },
      handler: async (request, reply) => {
        const { actor } = grantedTo(request);
        // The single sign-on of one organization does not vouch for the person in others.
        assertUnbound(actor);
        return send(context, reply, authorIdOf(actor));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/instance/users/:userId/data',
      config: { access: 'instance:administer', errors: [userNotFound] },
      schema: {
        operationId: 'exportDataOfInstanceUser',
        tags: ['Instance'],
        summary: 'Export what is stored about a user',
        description: `For a person who asks for it. ${CONTENTS} The audit of each organization of the user shows who exported it.`,
        params: Type.Object({ userId: Id }),
        produces: [ZIP],
        response: DATA,
      },
      handler: async (request, reply) => {
        const { userId } = request.params;
        const person = isId(userId) ? await findPerson(db, userId) : undefined;
        if (!person) throw userNotFound();
        await transact(({ trx }) =>
          recordForUser(
            trx,
            { userId, onlyIn: undefined },
            {
              cause: causeOf(request),
              action: 'user.data-exported',
              target: { type: 'user', id: userId, label: person.displayName },
              at: clock(),
            },
          ),
        );
        return send(context, reply, userId);
      },
    });
  };
