import { type Static, Type } from 'typebox';
import { Id, Timestamp } from '../../../platform/http/schemas.ts';
import { ChangeRequestParams } from '../change-requests/change-requests.schemas.ts';
import { Caret, Tab } from '../presence/presence.schemas.ts';

export const SpaceEventsParams = Type.Object({ spaceId: Id });
export const ChangeRequestEventsParams = ChangeRequestParams;

export const PersonalEventsQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}$',
      description:
        'The id of the last event that you have heard, for clients that cannot send the header `Last-Event-ID`. The header is used if both are given.',
    }),
  ),
  duration: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description:
        'Ends the stream after this many seconds. With 0, the stream ends after the events that have happened since.',
    }),
  ),
});

export const EventsQuery = Type.Object({ ...PersonalEventsQuery.properties, tab: Type.Optional(Tab) });

const Logged = {
  id: Type.String({ description: 'The id of the event in the space: later events have higher ones.' }),
  at: Timestamp,
  actor: Type.Optional(
    Type.String({ description: 'The id of the user or service account; absent for the service itself.' }),
  ),
  changeRequest: Type.Optional(
    Type.String({
      description: 'The id of the change request that it is about; absent for the space itself.',
    }),
  ),
};

const Position = {
  id: Type.String({ description: 'What you have heard up to.' }),
};

const Present = {
  user: Type.String({ description: 'The id of the user or service account.' }),
  tab: Type.Optional(Type.String()),
};

const Place = {
  page: Type.Optional(Id),
  changeRequest: Type.Optional(Id),
  block: Type.Optional(Type.String()),
  caret: Type.Optional(Caret),
  since: Timestamp,
};

const SeenFields = { type: Type.Literal('seen'), revision: Id };

const NotificationFields = {
  type: Type.Literal('notification'),
  change: Type.Enum(['created', 'read', 'unread', 'all-read']),
  notification: Type.Optional(
    Type.String({ description: 'The id of the notification; absent if all were marked as read.' }),
  ),
  kind: Type.Optional(Type.String()),
};

const OpenEvent = Type.Object(
  { ...Position, type: Type.Literal('open'), heartbeatSeconds: Type.Integer() },
  { description: 'The stream has begun. You hear of everything that happens from now on.' },
);
const ResetEvent = Type.Object(
  { ...Position, type: Type.Literal('reset') },
  { description: 'Events that you have not heard are no longer stored. Read everything again.' },
);

export const StreamEventSchema = Type.Union(
  [
    Type.Object(
      {
        ...Logged,
        type: Type.Literal('content'),
        revision: Id,
        base: Type.String({ description: 'The id of the revision before.' }),
        pages: Type.Array(
          Type.Object({
            page: Id,
            changes: Type.Array(Type.Enum(['created', 'edited', 'moved', 'deleted'])),
            blocks: Type.Optional(
              Type.Array(Type.String(), {
                description:
                  'The keys of the outermost blocks that the revision has instead of others, in addition, or at another place. Absent if the page was not edited, or if more than 100 blocks changed: then read the page.',
              }),
            ),
            removedBlocks: Type.Optional(
              Type.Array(Type.String(), {
                description: 'The keys of the outermost blocks that the revision no longer has.',
              }),
            ),
          }),
        ),
        reusableContents: Type.Array(Id),
        files: Type.Array(Id),
        omitted: Type.Integer({
          minimum: 0,
          description:
            'The number of pages, reusable contents and files that changed but are not listed: at most 100 of each are.',
        }),
      },
      { description: 'The content moved to another revision.' },
    ),
    Type.Object(
      {
        ...Logged,
        type: Type.Literal('change_request'),
        change: Type.Enum([
          'created',
          'opened',
          'updated',
          'drafted',
          'archived',
          'merged',
          'scheduled',
          'unscheduled',
        ]),
        status: Type.Enum(['draft', 'open', 'archived', 'merged']),
      },
      { description: 'A change request changed.' },
    ),
    Type.Object(
      { ...Logged, type: Type.Literal('reviewers') },
      { description: 'The requested reviewers of a change request changed.' },
    ),
    Type.Object(
      { ...Logged, type: Type.Literal('review'), review: Id, status: Type.String() },
      { description: 'A change request was reviewed.' },
    ),
    Type.Object(
      { ...Logged, type: Type.Literal('checks') },
      {
        description:
          'What decides whether a change request can be merged changed: the rules or the lock of the space, or, with `changeRequest`, the answer to a conflict. Read the checks again.',
      },
    ),
    Type.Object(
      { ...Logged, type: Type.Literal('check'), check: Type.String(), status: Type.String(), revision: Id },
      { description: 'A program reported a check of a change request, by its name.' },
    ),
    Type.Object(
      { ...Logged, type: Type.Literal('preview_links') },
      { description: 'A preview link of a change request was created or deleted.' },
    ),
    Type.Object(
      { ...Logged, ...SeenFields },
      { description: 'You marked a change request as seen, for example in another tab.' },
    ),
    Type.Object(
      {
        ...Logged,
        type: Type.Literal('comment'),
        change: Type.Enum(['created', 'edited', 'deleted']),
        comment: Id,
        reply: Type.Optional(
          Type.String({ description: 'The id of the reply to the comment, if it is one.' }),
        ),
        page: Type.Optional(Id),
      },
      {
        description:
          'A comment or reply changed. It counts as edited also when it is resolved or gets a reaction.',
      },
    ),
    Type.Object(
      {
        ...Logged,
        type: Type.Literal('edit_conflict'),
        change: Type.Enum(['opened', 'changed', 'settled']),
        editConflict: Id,
        page: Id,
      },
      {
        description:
          'Somebody could not save a block that somebody else had changed, or it was decided what becomes of it.',
      },
    ),
    Type.Object(
      { ...Logged, ...NotificationFields },
      {
        description:
          'You have a new notification about this space, or one was marked as read or unread. `all-read` means all that are about the space itself or, with `changeRequest`, about the change request.',
      },
    ),
    Type.Object(
      {
        type: Type.Literal('presence'),
        change: Type.Literal('all'),
        present: Type.Array(Type.Object({ ...Present, ...Place })),
      },
      { description: 'Everybody who is present. It replaces what you knew.' },
    ),
    Type.Object(
      { type: Type.Literal('presence'), change: Type.Literal('here'), ...Present, ...Place },
      { description: 'A tab came, or went to another place.' },
    ),
    Type.Object(
      { type: Type.Literal('presence'), change: Type.Literal('gone'), ...Present },
      { description: 'A tab is gone.' },
    ),
    OpenEvent,
    ResetEvent,
  ],
  { $id: 'SpaceEvent', description: 'The `data` of an event in a stream. Its `event` is the `type`.' },
);
export type StreamEvent = Static<typeof StreamEventSchema>;

const Personal = {
  ...Logged,
  id: Type.String({ description: 'The id of the event in this stream: later events have higher ones.' }),
  space: Type.String({ description: 'The id of the space that it is about.' }),
};

export const PersonalEventSchema = Type.Union(
  [
    Type.Object(
      { ...Personal, ...NotificationFields },
      {
        description:
          'You have a new notification, or one was marked as read or unread. `all-read` means all that are about the space itself or, with `changeRequest`, about the change request.',
      },
    ),
    Type.Object(
      { ...Personal, ...SeenFields },
      { description: 'You marked a change request as seen, for example in another tab.' },
    ),
    OpenEvent,
    ResetEvent,
  ],
  {
    $id: 'UserEvent',
    description: 'The `data` of an event in the stream of a user. Its `event` is the `type`.',
  },
);
export type PersonalStreamEvent = Static<typeof PersonalEventSchema>;
