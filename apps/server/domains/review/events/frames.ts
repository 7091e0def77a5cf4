import type { SharedPresenceRow } from '../presence/presence.queries.ts';
import type { LoggedEvent, PersonalEvent } from './event-log.queries.ts';
import type { PersonalStreamEvent, StreamEvent } from './events.schemas.ts';

/** Encodes an event. Its id is the position from which a reader can resume. */
export const writeFrame = (event: StreamEvent | PersonalStreamEvent, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export const frameOf = (event: LoggedEvent): Buffer =>
  Buffer.from(writeFrame(presentLogged(event) as StreamEvent, event.number));

/** As in the stream of the user, where each event names its space. */
export const personalFrameOf = (event: PersonalEvent): string =>
  writeFrame({ ...presentLogged(event), space: event.spaceId } as PersonalStreamEvent, event.number);

const presentLogged = ({ number, at, changeRequestId, body }: LoggedEvent): object => ({
  ...body,
  id: String(number),
  at: new Date(at).toISOString(),
  ...(changeRequestId === null ? {} : { changeRequest: changeRequestId }),
});

type Present = Extract<StreamEvent, { type: 'presence'; change: 'all' }>['present'][number];

export const presentTab = (row: SharedPresenceRow): Present => ({
  user: row.author_id,
  ...(row.tab === '' ? {} : { tab: row.tab }),
  ...(row.page_id === null ? {} : { page: row.page_id }),
  ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
  ...(row.block === null ? {} : { block: row.block }),
  ...(row.caret === null ? {} : { caret: row.caret as unknown as NonNullable<Present['caret']> }),
  since: row.since.toISOString(),
});
