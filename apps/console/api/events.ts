import { PREFIX } from './client.ts';

export interface SpaceEvent {
  type: string;
  revision?: string;
  pages?: { page: string }[];
  omitted?: number;
}

export interface EventPlace {
  spaceId: string;
  changeRequestId?: string;
}

/** Tells what happens in a space or a change request. Returns how to stop. */
export function subscribe(
  { spaceId, changeRequestId }: EventPlace,
  listener: (event: SpaceEvent) => void,
): () => void {
  const below = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
  const source = new EventSource(`${PREFIX}/v1/spaces/${spaceId}${below}/events`);
  const listen = ({ data }: MessageEvent<string>): void => listener(JSON.parse(data) as SpaceEvent);
  for (const type of ['content', 'reset']) source.addEventListener(type, listen);
  return () => source.close();
}
