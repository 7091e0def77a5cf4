import { Type } from 'typebox';
import { Timestamp, Url } from '../../../../platform/http/schemas.ts';
import { PutCustomizationBody } from '../../site-settings/customization/customization.schemas.ts';
import { WarningSchema } from '../../sites/sites.schemas.ts';

const { Optional } = Type;

export const FrameFields = Type.Object({
  siteSpace: Optional(
    Type.String({ description: 'The site space to show. Defaults to the default site space.' }),
  ),
  target: Optional(
    Type.String({ maxLength: 2048, description: 'The path of a page, below the site space.' }),
  ),
  claims: Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 100,
      description: 'The claims of the visitor. By default, the visitor has none.',
    }),
  ),
  draft: Optional(Type.Boolean({ default: true, description: 'Whether drafts are shown.' })),
  mode: Optional(
    Type.Enum(['light', 'dark'], { description: 'The mode. Defaults to that of the customization.' }),
  ),
});

export const CustomizationFrameBody = Type.Object({
  ...FrameFields.properties,
  customization: PutCustomizationBody,
  hasOverrides: Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether the page also has what its site space overrides. With `false`, the customization is that of the site space.',
    }),
  ),
});

const Frame = {
  url: Type.Unsafe<string>({
    ...Url,
    description: 'Post `token` there as a form, with a frame as its target.',
  }),
  token: Type.String({ description: 'What the page is drawn from. It is a secret, and expires.' }),
  expiresAt: Timestamp,
};

export const PageFrameSchema = Type.Object(Frame);

export const CustomizationFrameSchema = Type.Object({
  ...Frame,
  warnings: Type.Array(WarningSchema, {
    description: 'Those that the customization would have if it was saved.',
  }),
});
