import { type Static, Type } from 'typebox';
import { Id, WebUrl } from '../../../platform/http/schemas.ts';

export const SpaceParams = Type.Object({ spaceId: Id });

export const EmbedQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'The http or https address to embed.' }),
});

const Shown = {
  title: Type.String(),
  site: Type.String({ description: 'The name of the site, or its host.' }),
  icon: Type.Optional(WebUrl),
  picture: Type.Optional(WebUrl),
};

const LinkEmbedSchema = Type.Object({ type: Type.Literal('link'), ...Shown });

const RichEmbedSchema = Type.Object({
  type: Type.Literal('rich'),
  ...Shown,
  html: Type.String({ description: 'A sandboxed frame.' }),
});

export const EmbedSchema = Type.Union([LinkEmbedSchema, RichEmbedSchema], { $id: 'Embed' });

export type Embed = Static<typeof EmbedSchema>;
