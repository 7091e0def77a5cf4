import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

const TEXT = { body: { markdown: 'Is **this** true?' } };

/** The space with imported content, or a change request of it: the ids with which calls on it begin. */
type Ids = string[];

interface CommentTarget {
  suffix: 'InSpace' | 'InChangeRequest';
  find(client: Client, setup: Setup): Promise<Ids>;
}

const PLACES: CommentTarget[] = [
  { suffix: 'InSpace', find: async (_client, { spaceId }) => [spaceId] },
  {
    suffix: 'InChangeRequest',
    find: async (client, { spaceId }) => {
      const { data } = await client.spaces.createChangeRequest(spaceId, { subject: 'A subject' });
      return [spaceId, (data as { id: string }).id];
    },
  },
];

const idIn = ({ data }: Answer): string => (data as { id: string }).id;

/** A page with a block and the key of the block. */
async function findBlock(client: Client, { spaceId, pages }: Setup): Promise<{ page: string; node: string }> {
  const page = pages.find(({ type, path }) => type === 'document' && path.endsWith('paragraphs'))
    ?.id as string;
  const { data } = await client.spaces.getPageById(spaceId, page);
  const { document } = data as { document: { nodes: { key: string }[] } };
  return { page, node: document.nodes[0]?.key as string };
}

/** A comment that everything happened to: on a block, resolved, with reactions and replies. */
async function addBusyComment(
  client: Client,
  suffix: CommentTarget['suffix'],
  ids: Ids,
  setup: Setup,
): Promise<Ids> {
  const { spaces } = client;
  const target = await findBlock(client, setup);
  const commentId = idIn(await spaces[`postComment${suffix}`](...ids, { ...TEXT, ...target }));
  await spaces[`updateComment${suffix}`](...ids, commentId, {
    ...TEXT,
    resolved: true,
    addedReactions: ['👍'],
  });
  const replyId = idIn(await spaces[`postCommentReply${suffix}`](...ids, commentId, TEXT));
  await spaces[`updateCommentReply${suffix}`](...ids, commentId, replyId, {
    ...TEXT,
    addedReactions: ['1f389'],
  });
  return [...ids, commentId, replyId];
}

const casesIn = ({ suffix, find }: CommentTarget): Case[] => {
  /** The status of an operation called on a busy comment: its ids end with those of the comment and of a reply. */
  const onBusy = (
    operation: string,
    status: number,
    call: (spaces: Client['spaces'], ids: Ids, replyId: string) => Promise<Answer | Answer[]>,
  ): Case => ({
    operation: `${operation}${suffix}`,
    status,
    call: async (client, setup) => {
      const ids = await addBusyComment(client, suffix, await find(client, setup), setup);
      return call(client.spaces, ids.slice(0, -1), ids.at(-1) as string);
    },
  });
  return [
    {
      operation: `postComment${suffix}`,
      status: 200,
      call: async (client, setup) => {
        const ids = await find(client, setup);
        const { page, node } = await findBlock(client, setup);
        const post = client.spaces[`postComment${suffix}`];
        return [
          await post(...ids, TEXT),
          await post(...ids, { ...TEXT, page }),
          await post(...ids, { ...TEXT, page, node }),
        ];
      },
    },
    onBusy('listComments', 200, async (spaces, ids) => {
      const list = spaces[`listComments${suffix}`];
      const place = ids.slice(0, -1);
      return [
        await list(...place),
        await list(...place, { format: 'markdown', status: 'resolved', order: 'asc', limit: 1 }),
      ];
    }),
    onBusy('getComment', 200, async (spaces, ids) => [
      await spaces[`getComment${suffix}`](...ids),
      await spaces[`getComment${suffix}`](...ids, { format: 'markdown' }),
    ]),
    onBusy('updateComment', 200, (spaces, ids) =>
      spaces[`updateComment${suffix}`](...ids, { resolved: false, removedReactions: ['👍'] }),
    ),
    onBusy('deleteComment', 205, (spaces, ids) => spaces[`deleteComment${suffix}`](...ids)),
    onBusy('postCommentReply', 200, (spaces, ids) => spaces[`postCommentReply${suffix}`](...ids, TEXT)),
    onBusy('listCommentReplies', 200, async (spaces, ids) => [
      await spaces[`listCommentReplies${suffix}`](...ids),
      await spaces[`listCommentReplies${suffix}`](...ids, { format: 'markdown', limit: 1 }),
    ]),
    onBusy('getCommentReply', 200, (spaces, ids, replyId) =>
      spaces[`getCommentReply${suffix}`](...ids, replyId),
    ),
    onBusy('updateCommentReply', 200, (spaces, ids, replyId) =>
      spaces[`updateCommentReply${suffix}`](...ids, replyId, TEXT),
    ),
    onBusy('deleteCommentReply', 205, (spaces, ids, replyId) =>
      spaces[`deleteCommentReply${suffix}`](...ids, replyId),
    ),
    onBusy('listCommenters', 200, (spaces, ids) => spaces[`listCommenters${suffix}`](...ids.slice(0, -1))),
  ];
};

export const COMMENT_CASES: Case[] = PLACES.flatMap(casesIn);
