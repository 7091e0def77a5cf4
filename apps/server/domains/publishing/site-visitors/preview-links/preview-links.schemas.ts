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
      description: 'The id of the site as which the change request is shown; absent if the space is on none.',
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
    description: 'The address, with its secret. It is in no other response.',
  }),
});

export const CreatePreviewLinkBody = Type.Object({
  expiresIn: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    description: 'After how many hours the link stops working.',
  }),
  site: Type.Optional(
    Type.String({
      description:
        'The id of the site as which the change request is shown; by default the first one with the space, or a plain look if there is none.',
    }),
  ),
});

export const PreviewLinkParams = Type.Object({ ...ChangeRequestParamFields, previewLinkId: Id });
