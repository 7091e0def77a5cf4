import { type Static, Type } from 'typebox';
import { invalidField } from '../../../platform/http/errors.ts';
import { Id, Timestamp, Url } from '../../../platform/http/schemas.ts';

/** Something that recents and favorites name. */
export type BookmarkedObject =
  | { kind: 'space' | 'collection' | 'site'; id: string }
  | { kind: 'page' | 'change-request'; id: string; spaceId: string };

const ObjectFields = {
  kind: Type.Enum(['space', 'page', 'collection', 'site', 'change-request']),
  id: Type.String({ description: 'The id of the object.' }),
  organization: Id,
  space: Type.Optional(Type.String({ description: 'The space of a page or change request.' })),
  title: Type.String({ description: 'The present title; the subject of a change request.' }),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String({ description: 'The icon of a page.' })),
  path: Type.Optional(Type.String({ description: 'The present path of a page.' })),
  number: Type.Optional(Type.Integer({ description: 'The number of a change request.' })),
  urls: Type.Object({ location: Url }),
};

const ShownObject = Type.Object(ObjectFields);
export type ShownObject = Static<typeof ShownObject>;

export const RecentSchema = Type.Object({
  object: Type.Literal('recent'),
  openedAt: Timestamp,
  target: ShownObject,
});

export const FavoriteSchema = Type.Object({
  object: Type.Literal('favorite'),
  id: Type.String({ description: 'The id of the favorite.' }),
  target: ShownObject,
});

export const RecentBody = Type.Object(
  { space: Id, page: Type.Optional(Id) },
  { additionalProperties: false },
);

export const FavoriteBody = Type.Object(
  {
    space: Type.Optional(Id),
    page: Type.Optional(Type.String({ description: 'A page of `space`.' })),
    changeRequest: Type.Optional(Type.String({ description: 'The id of a change request of `space`.' })),
    collection: Type.Optional(Id),
    site: Type.Optional(Id),
    at: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The position in the list. Defaults to the end.' }),
    ),
  },
  { additionalProperties: false },
);

/** The one object that a request names. */
export function readObject(body: Omit<Static<typeof FavoriteBody>, 'at'>): BookmarkedObject {
  const { space, page, changeRequest, collection, site } = body;
  const named = [page ?? changeRequest ?? space, collection, site].filter((id) => id !== undefined);
  if (named.length !== 1 || (page !== undefined && changeRequest !== undefined))
    throw invalidField('', 'must name one space, page, change request, collection or site');
  if (collection !== undefined) return { kind: 'collection', id: collection };
  if (site !== undefined) return { kind: 'site', id: site };
  if (page === undefined && changeRequest === undefined) return { kind: 'space', id: space as string };
  if (space === undefined) throw invalidField('space', 'is required');
  return page === undefined
    ? { kind: 'change-request', id: changeRequest as string, spaceId: space }
    : { kind: 'page', id: page, spaceId: space };
}
