import { Type } from 'typebox';
import { Id, ListQuery, nullable, Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { SiteParams } from '../../sites/sites.schemas.ts';

const Name = Type.String({ maxLength: 50 });

export const ShareLinkSchema = Type.Object(
  {
    object: Type.Literal('share-link'),
    id: Id,
    createdAt: Timestamp,
    name: Type.Optional(Name),
    active: Type.Optional(
      Type.Boolean({
        description:
          '`false` disables the link: it no longer opens the site, and readers who used it lose access.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The time at which the link stops working, even for readers who used it before. Absent if it never does.',
      }),
    ),
    urls: Type.Object({
      published: Type.Optional(
        Type.String({
          ...Url,
          description:
            'The address of the site with the secret key of the link. Absent if the site is not published.',
        }),
      ),
    }),
  },
  { $id: 'ShareLink' },
);

export const ShareLinkParams = Type.Object({ ...SiteParams.properties, shareLinkId: Id });
export const ListShareLinksQuery = Type.Object({
  ...ListQuery,
  search: Type.Optional(Type.String({ description: 'Part of the name, ignoring case.' })),
});
const ExpiresAt = Type.Optional(
  nullable(
    Type.String({
      format: 'date-time',
      description: 'The time at which the link stops working. With null, it never does.',
    }),
  ),
);
export const CreateShareLinkBody = Type.Object({ name: Name, expiresAt: ExpiresAt });
export const UpdateShareLinkBody = Type.Object({
  name: Type.Optional(Name),
  active: Type.Optional(Type.Boolean()),
  expiresAt: ExpiresAt,
});
