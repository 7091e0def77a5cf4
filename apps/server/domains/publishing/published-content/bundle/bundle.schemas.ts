import { Type } from 'typebox';
import { mapOf, refTo, Url } from '../../../../platform/http/schemas.ts';
import { CustomizationSchema } from '../../site-settings/customization/customization.schemas.ts';
import { SiteSchema } from '../../sites/sites.schemas.ts';
import { SiteStructureSchema } from '../../sites/structure/structure.schemas.ts';

const Customization = refTo(CustomizationSchema);

export const PublishedSiteSchema = Type.Object(
  {
    object: Type.Literal('published-content-site'),
    site: refTo(SiteSchema),
    structure: refTo(SiteStructureSchema),
    customizations: Type.Object({
      site: Customization,
      siteSpaces: mapOf(Customization, {
        description:
          'The customizations of site spaces, by the id of the site space. Includes the default site space only if its customization differs from that of the site.',
      }),
    }),
    scripts: Type.Array(
      Type.Object({
        script: Url,
        contentSecurityPolicy: Type.Optional(Type.String()),
        cookies: Type.Boolean(),
      }),
      { description: 'Always empty: this version has no integrations.' },
    ),
  },
  { $id: 'PublishedContentSite' },
);

export const PublishedSiteQuery = Type.Object({
  shareKey: Type.Optional(
    Type.String({
      description: 'The key of a share link. Published URLs in the response then contain it.',
    }),
  ),
});
