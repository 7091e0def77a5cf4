import { Type } from 'typebox';
import { Id, Url } from '../../../../platform/http/schemas.ts';

export const PreviewQuery = Type.Object({
  siteSpace: Type.Optional(
    Type.String({ description: 'The site space to preview. Defaults to the default site space.' }),
  ),
  claims: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The claims of the visitor, as an object in Rison or JSON.',
    }),
  ),
  draft: Type.Optional(Type.Boolean({ default: true, description: 'Whether drafts are shown.' })),
  target: Type.Optional(
    Type.String({ maxLength: 2048, description: 'The path of a page to open, below the site space.' }),
  ),
  changeRequest: Type.Optional(
    Type.String({ description: 'The id or number of a change request of the space to preview.' }),
  ),
  revision: Type.Optional(Type.String({ description: 'A revision of the space to preview.' })),
});

export const PreviewSchema = Type.Object({
  url: Type.String({
    ...Url,
    description: 'Opens the preview. The URL contains a secret and expires after one hour.',
  }),
  expiresAt: Type.String({ format: 'date-time' }),
  site: Id,
});
