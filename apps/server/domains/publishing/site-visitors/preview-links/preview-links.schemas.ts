import { type Static, Type } from 'typebox';
import { Id, refTo, Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import { ChangeRequestParamFields } from '../../../review/change-requests/change-requests.schemas.ts';

const MAX_HOURS = 720;

const LinkFields = {
  object: Type.Literal('preview-link'),
  id: Id,
  site: Type.Optional(
    Type.String({
      description: 'The id of the site whose look the link shows. Absent if the space is not on a site.',
    }),
  ),
  createdBy: refTo(UserSchema),
  createdAt: Timestamp,
  expiresAt: Timestamp,
};

export const PreviewLinkSchema = Type.Object(LinkFields, { $id: 'PreviewLink' });
export type PreviewLink = Static<typeof PreviewLinkSchema>;

export const NewPreviewLinkSchema = Type.Object({
  ...LinkFields,
  url: Type.Unsafe<string>({
    ...Url,
    description: 'The address, which contains a secret. It is returned only in this response.',
  }),
});

export const CreatePreviewLinkBody = Type.Object({
  expiresIn: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    description: 'The number of hours after which the link stops working.',
  }),
  site: Type.Optional(
    Type.String({
      description:
        'The id of the site whose look the link shows. Defaults to the first site with the space, or to a plain look if there is none.',
    }),
  ),
});

export const PreviewLinkParams = Type.Object({ ...ChangeRequestParamFields, previewLinkId: Id });
