import { LADDER } from '../../apps/server/platform/access/roles.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import { addComment, addReply, type Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SPACE = '/v1/spaces/:spaceId';
const CHANGE_REQUEST = `${SPACE}/change-requests/:changeRequestId`;
const PLACES = [SPACE, CHANGE_REQUEST];

const COMMENT = '/comments/:commentId';
const REPLY = `${COMMENT}/replies/:commentReplyId`;
const READS = ['/comments', COMMENT, `${COMMENT}/replies`, REPLY, '/commenters'];
const WRITES = [
  'POST /comments',
  `POST ${COMMENT}/dismiss`,
  `PUT ${COMMENT}`,
  `DELETE ${COMMENT}`,
  `POST ${COMMENT}/replies`,
  `PUT ${REPLY}`,
  `DELETE ${REPLY}`,
];

const text = () => ({ body: { markdown: 'A text' } });
const reactions = () => ({ addedReactions: ['1f44d'] });

/** The setup’s own comments are on the space; those on its change request have other names. */
const named =
  (prefix: string) =>
  async ({ own }: Setup): Promise<Named> =>
    prefix === SPACE
      ? {}
      : {
          commentId: own.commentInChangeRequest as string,
          commentReplyId: own.replyInChangeRequest as string,
        };

const urlOf = (prefix: string, { own }: Setup): string =>
  prefix.replace(/:(\w+)/g, (_, name: string) => own[name] as string);

/** A comment and a reply of a user who is none of the callers. */
const someComment =
  (prefix: string) =>
  async (setup: Setup): Promise<Named> => {
    const { app } = setup;
    const url = urlOf(prefix, setup);
    const commentId = await addComment(app, url, app.adminToken);
    const commentReplyId = await addReply(app, `${url}/comments/${commentId}`, app.adminToken);
    return { commentId, commentReplyId };
  };

/** A comment with a suggestion that can be applied, of a user who is none of the callers. */
const someSuggestion =
  (prefix: string) =>
  async (setup: Setup): Promise<Named> => {
    const { app, own } = setup;
    const leaves = [{ object: 'leaf', text: 'Better.', marks: [] }];
    const nodes = [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
    const suggestion = { blocks: [{ operation: 'insert', after: null, nodes }] };
    const body = { ...text(), page: own.pageId, suggestion };
    const posted = await app.request('POST', `${urlOf(prefix, setup)}/comments`, { body });
    if (posted.statusCode !== 200) throw new Error(posted.body);
    return { commentId: posted.json().id };
  };

/** Authors may do it with their own comments; these belong to somebody else, so a role is required. */
const refuseBelow =
  (required: (typeof LADDER)[number]) =>
  ({ role, granted }: Caller): number | undefined => {
    const ranks = [role, granted].map((one) => (LADDER as readonly (string | null)[]).indexOf(one ?? null));
    return Math.max(...ranks) >= LADDER.indexOf(required) ? undefined : 403;
  };

const callsIn = (prefix: string): [string, Call][] => [
  ...READS.map((path): [string, Call] => [`GET ${prefix}${path}`, { status: 200, name: named(prefix) }]),
  [`POST ${prefix}/comments`, { status: 200, body: text }],
  [`PUT ${prefix}${COMMENT}`, { status: 200, body: reactions, name: named(prefix) }],
  [`POST ${prefix}${COMMENT}/replies`, { status: 200, body: text, name: named(prefix) }],
  [`PUT ${prefix}${REPLY}`, { status: 200, body: reactions, name: named(prefix) }],
  [`POST ${prefix}${COMMENT}/apply`, { status: 200, name: someSuggestion(prefix) }],
  [
    `POST ${prefix}${COMMENT}/dismiss`,
    { status: 200, name: someSuggestion(prefix), refusal: refuseBelow('edit') },
  ],
  ...[COMMENT, REPLY].map((path): [string, Call] => [
    `DELETE ${prefix}${path}`,
    { status: 205, name: someComment(prefix), refusal: refuseBelow('review') },
  ]),
];

/** Comments on spaces and change requests, and replies to them. */
export const COMMENT_CALLS: Record<string, Call> = Object.fromEntries(PLACES.flatMap(callsIn));

export const COMMENT_EXPECTATIONS: Record<string, Expectation> = Object.fromEntries(
  PLACES.flatMap((prefix): [string, Expectation][] => [
    ...READS.map((path): [string, Expectation] => [`GET ${prefix}${path}`, 'read: read of space']),
    ...WRITES.map((route): [string, Expectation] => [
      route.replace(' ', ` ${prefix}`),
      'write: comment of space',
    ]),
    [`POST ${prefix}${COMMENT}/apply`, 'write: edit of space'],
  ]),
);
