import { type Static, Type } from 'typebox';
import { Id, Url, WebUrl } from '../../../../platform/http/schemas.ts';
import type { StoredSiteFile } from './site-files.service.ts';

export const SiteFileSchema = Type.Object(
  {
    object: Type.Literal('site-file'),
    id: Id,
    name: Type.String(),
    contentType: Type.String({ description: 'The media type, determined from the content.' }),
    size: Type.Integer({ description: 'The size in bytes.' }),
    dimensions: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
    url: Type.Unsafe<string>({
      ...Url,
      description: 'The address to use in the customization of the site. Its content never changes.',
    }),
  },
  { $id: 'SiteFile' },
);

export const FetchSiteFileBody = Type.Object({ url: WebUrl });

export const presentSiteFile = ({
  siteFileId,
  name,
  contentType,
  size,
  dimensions,
  url,
}: StoredSiteFile): Static<typeof SiteFileSchema> => ({
  object: 'site-file',
  id: siteFileId,
  name,
  contentType,
  size,
  ...(dimensions ? { dimensions } : {}),
  url,
});
