import type { ChangeRequest, RequestPlace } from '../../api/change-request.ts';
import { placeName } from '../../api/place.ts';
import { queries, sessionQuery } from '../../api/queries.ts';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { keepText, readKeptText } from '../kept-texts.ts';

/** A description as somebody writes it: its blocks, or Markdown. */
export interface WrittenDescription {
  /** The description with which they began. */
  base?: string;
  nodes?: readonly DocumentNode[];
  text?: string;
}

/** A description as text, to tell whether it is the same. */
export const baseOf = ({ description }: Pick<ChangeRequest, 'description'>): string =>
  JSON.stringify(description ?? null);

/** What this user has written for a description. It stays in this browser until it is sent. */
export function keptDescription(place: RequestPlace) {
  const userId = queries.getQueryData(sessionQuery.queryKey)?.user?.id ?? '';
  const name = `${userId}:${placeName(place)}:description`;
  return {
    read: () => readKeptText<WrittenDescription>(name),
    write: (written: WrittenDescription) => keepText(name, written),
    forget: () => keepText(name, undefined),
  };
}
