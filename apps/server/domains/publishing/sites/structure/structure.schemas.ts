import { type Static, type TSchema, Type } from 'typebox';
import { SITE_SPACE_FIELDS } from '../../../../compat/unsupported-fields.ts';
import { LANGUAGES } from '../../../../platform/http/languages.ts';
import { Id, ListQuery, nullable, refTo, Url, WebUrl } from '../../../../platform/http/schemas.ts';
import { SpaceSchema } from '../../../content/spaces/spaces.schemas.ts';
import { SiteTitle, WarningSchema } from '../sites.schemas.ts';
import { PATH_PATTERN } from './paths.ts';

const localized = (maxLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength },
    propertyNames: { enum: LANGUAGES },
    description: 'The text in other languages, by the code of the language.',
  });
const LocalizedTitle = localized(128);
const LocalizedDescription = localized(256);
const Icon = Type.String({ maxLength: 50, description: 'The name of a Font Awesome icon.' });
const SectionTitle = Type.String({ minLength: 2, maxLength: 128 });
const Description = Type.String({ maxLength: 256 });
const GroupTitle = Type.String({ minLength: 1, maxLength: 100 });
const Condition = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'An expression. Only visitors for whom it is true see this item.',
});
const Path = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: PATH_PATTERN,
  description:
    'One segment of a URL: lower-case letters, digits, “-”, “_”, “.” and “~”. It cannot begin with “~”.',
});
const IsDraft = Type.Boolean({ description: 'Whether only previews show it.' });
const Warnings = Type.Optional(
  Type.Array(WarningSchema, {
    description:
      'Why the condition is probably a mistake. Present only in responses to changes of the condition, which are saved anyway.',
  }),
);
const PublishedUrl = Type.Object({
  published: Type.Optional(
    Type.String({
      ...Url,
      description: 'Present while the site is published and readers can see this item.',
    }),
  ),
});

export const SiteSpaceSchema = Type.Object(
  {
    object: Type.Literal('site-space'),
    id: Id,
    path: Type.String({
      description: 'The path segment in URLs. URLs of the default site space do not contain it.',
    }),
    section: Type.Optional(
      Type.String({ description: 'The id of the section that contains the site space.' }),
    ),
    space: refTo(SpaceSchema),
    title: Type.String({
      description: 'The title of the site space. Defaults to the title of the space.',
    }),
    localizedTitle: Type.Optional(LocalizedTitle),
    default: Type.Boolean({
      description: 'Whether this is the default site space of its section or of the root.',
    }),
    condition: Type.Optional(Type.String()),
    pageId: Type.Optional(
      nullable(Type.String({ description: 'The start page. Null if it is the first page.' })),
    ),
    draft: IsDraft,
    hidden: Type.Boolean({ description: 'Whether the site space is hidden from the list of variants.' }),
    hasAdvancedCustomizationFeature: Type.Literal(true),
    urls: PublishedUrl,
    warnings: Warnings,
  },
  { $id: 'SiteSpace' },
);

export const SiteSectionSchema = Type.Object(
  {
    object: Type.Literal('site-section'),
    id: Id,
    title: SectionTitle,
    localizedTitle: Type.Optional(LocalizedTitle),
    description: Type.Optional(Description),
    localizedDescription: Type.Optional(LocalizedDescription),
    default: Type.Boolean(),
    draft: IsDraft,
    path: Type.String({
      description: 'The path segment in URLs. URLs of the default section do not contain it.',
    }),
    condition: Type.Optional(Type.String()),
    sectionGroup: Type.Optional(Type.String({ description: 'The id of the parent group.' })),
    siteSpaces: Type.Array(refTo(SiteSpaceSchema)),
    urls: PublishedUrl,
    warnings: Warnings,
    icon: Type.Optional(Icon),
  },
  { $id: 'SiteSection' },
);

export const SiteExternalLinkSchema = Type.Object(
  {
    object: Type.Literal('site-external-link'),
    id: Id,
    title: SectionTitle,
    localizedTitle: Type.Optional(LocalizedTitle),
    description: Type.Optional(Description),
    localizedDescription: Type.Optional(LocalizedDescription),
    icon: Type.Optional(Icon),
    url: Url,
    sectionGroup: Type.Optional(Type.String()),
    draft: IsDraft,
    condition: Type.Optional(Type.String()),
    warnings: Warnings,
  },
  { $id: 'SiteExternalLink' },
);

const GroupFields = Type.Object({
  object: Type.Literal('site-section-group'),
  id: Id,
  title: GroupTitle,
  localizedTitle: Type.Optional(LocalizedTitle),
  sections: Type.Array(refTo(SiteSectionSchema), {
    description: 'The sections that are direct children of the group.',
  }),
  sectionGroup: Type.Optional(Type.String({ description: 'The id of the parent group.' })),
  draft: IsDraft,
  icon: Type.Optional(Icon),
});

type Section = Static<typeof SiteSectionSchema>;
type ExternalLink = Static<typeof SiteExternalLinkSchema>;
/** Written out because a group holds groups. */
export type SectionGroup = Static<typeof GroupFields> & { children: PresentedItem[] };
export type PresentedItem = Section | SectionGroup | ExternalLink;

const Item = Type.Union([
  refTo(SiteSectionSchema),
  Type.Unsafe<SectionGroup>(Type.Ref('SiteSectionGroup')),
  refTo(SiteExternalLinkSchema),
]);

export const SiteSectionGroupSchema = Type.Object(
  {
    ...GroupFields.properties,
    children: Type.Array(Item, { description: 'The sections, groups and links in the group, in order.' }),
  },
  { $id: 'SiteSectionGroup' },
);

export const SiteStructureSchema = Type.Union(
  [
    Type.Object({ type: Type.Literal('sections'), structure: Type.Array(Item) }),
    Type.Object({ type: Type.Literal('siteSpaces'), structure: Type.Array(refTo(SiteSpaceSchema)) }),
  ],
  {
    $id: 'SiteStructure',
    description:
      '`sections`: the sections, groups and links of the site in order. `siteSpaces`: the site spaces, if the site has no sections, groups or links.',
  },
);

/** The schemas of a structure and those to which they refer, except spaces. */
export const STRUCTURE_SCHEMAS: readonly TSchema[] = [
  SiteSpaceSchema,
  SiteSectionSchema,
  SiteExternalLinkSchema,
  SiteSectionGroupSchema,
  SiteStructureSchema,
];

export const SectionParams = Type.Object({ organizationId: Id, siteId: Id, siteSectionId: Id });
export const SiteSpaceParams = Type.Object({ organizationId: Id, siteId: Id, siteSpaceId: Id });
export const SectionGroupParams = Type.Object({ organizationId: Id, siteId: Id, siteSectionGroupId: Id });
export const ExternalLinkParams = Type.Object({ organizationId: Id, siteId: Id, siteExternalLinkId: Id });
export const GroupSectionParams = Type.Object({ ...SectionGroupParams.properties, siteSectionId: Id });

const ShareKey = {
  shareKey: Type.Optional(
    Type.String({
      description:
        'A share key of the site, for the published URLs in the response. An unknown key has no effect. Does not grant access.',
    }),
  ),
};
export const StructureQuery = Type.Object(ShareKey);
export const ListStructureQuery = Type.Object({ ...ListQuery, ...ShareKey });
export const ListGroupsQuery = Type.Object(ListQuery);
export const ListSiteSpacesQuery = Type.Object({
  ...ListQuery,
  ...ShareKey,
  default: Type.Optional(
    Type.Boolean({
      description:
        'Lists only the default site space of the site (true), or all others (false). On a site with sections, it is that of the default section.',
    }),
  ),
});

export const PreferHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description: '`return=minimal` requests a 204 response without a body.',
      maxLength: 1000,
    }),
  ),
});

const SpaceToAdd = nullable(
  Type.String({
    description:
      'A space of the organization on which you have the role `create`. Null creates an empty space, which requires the role `admin` in the organization.',
  }),
);
const GroupToEnter = Type.String({ description: 'The group to add the item to, at the end.' });

export const AddSectionBody = Type.Object({
  spaceId: SpaceToAdd,
  ...SITE_SPACE_FIELDS,
  title: Type.Optional(
    nullable(
      Type.String({
        minLength: 2,
        maxLength: 64,
        description: 'The title. Defaults to the title of the space.',
      }),
    ),
  ),
  icon: Type.Optional(nullable(Icon)),
  draft: Type.Optional(Type.Boolean({ default: false })),
  pageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  siteSectionGroupId: Type.Optional(GroupToEnter),
});

export const UpdateSectionBody = Type.Object({
  title: Type.Optional(SectionTitle),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  path: Type.Optional(Path),
  defaultSiteSpace: Type.Optional(
    Type.String({ description: 'The id of the default site space of the section.' }),
  ),
  condition: Type.Optional(nullable(Condition)),
  icon: Type.Optional(nullable(Icon)),
  draft: Type.Optional(Type.Boolean()),
  description: Type.Optional(nullable(Description)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
  siteSectionGroupId: Type.Optional(
    nullable(
      Type.String({
        description: 'Moves the section to the end of this group, or of the root if null.',
      }),
    ),
  ),
});

export const AddSiteSpaceBody = Type.Object({
  spaceId: SpaceToAdd,
  ...SITE_SPACE_FIELDS,
  sectionId: Type.Optional(
    Type.String({
      description:
        'The id of the section. Defaults to the default section, or to the root of a site without sections.',
    }),
  ),
  draft: Type.Optional(Type.Boolean({ default: false })),
  pageId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  title: Type.Optional(
    Type.String({
      ...SiteTitle,
      description: 'The title. Defaults to the current title of the space.',
    }),
  ),
});

export const UpdateSiteSpaceBody = Type.Object({
  path: Type.Optional(Path),
  condition: Type.Optional(nullable(Condition)),
  pageId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  spaceId: Type.Optional(
    Type.String({ description: 'Replaces the space. The address and the settings stay the same.' }),
  ),
  hidden: Type.Optional(Type.Boolean()),
  draft: Type.Optional(Type.Boolean()),
  title: Type.Optional(nullable(SiteTitle)),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
});

export const DuplicateSiteSpaceBody = Type.Object({
  draft: Type.Optional(Type.Boolean({ default: false, description: 'Whether only previews show the copy.' })),
});

export const AddSectionGroupBody = Type.Object({
  title: GroupTitle,
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  icon: Type.Optional(nullable(Icon)),
  sections: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 500,
      uniqueItems: true,
      description: 'Sections of the site to move into the group, in order.',
    }),
  ),
  parent: Type.Optional(GroupToEnter),
  draft: Type.Optional(Type.Boolean()),
});

export const UpdateSectionGroupBody = Type.Object({
  title: Type.Optional(GroupTitle),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  icon: Type.Optional(nullable(Icon)),
  draft: Type.Optional(Type.Boolean()),
  parentSectionGroupId: Type.Optional(
    nullable(
      Type.String({ description: 'Moves the group to the end of this group, or of the root if null.' }),
    ),
  ),
});

export const AddSectionToGroupBody = Type.Object({ sectionId: Type.String() });

export const AddExternalLinkBody = Type.Object({
  title: SectionTitle,
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  description: Type.Optional(nullable(Description)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
  icon: Type.Optional(nullable(Icon)),
  url: WebUrl,
  parent: Type.Optional(GroupToEnter),
  draft: Type.Optional(Type.Boolean()),
  condition: Type.Optional(nullable(Condition)),
});

export const UpdateExternalLinkBody = Type.Object({
  title: Type.Optional(SectionTitle),
  localizedTitle: Type.Optional(nullable(LocalizedTitle)),
  description: Type.Optional(nullable(Description)),
  localizedDescription: Type.Optional(nullable(LocalizedDescription)),
  icon: Type.Optional(nullable(Icon)),
  url: Type.Optional(WebUrl),
  parent: Type.Optional(
    nullable(
      Type.String({ description: 'Moves the link to the end of this group, or of the root if null.' }),
    ),
  ),
  draft: Type.Optional(Type.Boolean()),
  condition: Type.Optional(nullable(Condition)),
});

const moveBody = <Sibling extends TSchema>(sibling: Sibling) =>
  Type.Object({
    position: Type.Optional(
      Type.Object(
        { before: Type.Optional(sibling), after: Type.Optional(sibling) },
        { description: 'By default, the item moves to the end of its current parent.' },
      ),
    ),
  });

export const MoveSectionBody = moveBody(
  Type.Object({ type: Type.Literal('site-section'), siteSection: Type.String() }),
);
export const MoveSiteSpaceBody = moveBody(
  Type.Object({ type: Type.Literal('site-space'), siteSpace: Type.String() }),
);
export const MoveSectionGroupBody = moveBody(
  Type.Object({ type: Type.Enum(['site-section', 'site-section-group']), id: Type.String() }),
);

const ItemPointer = Type.Object(
  {
    type: Type.Enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
    id: Type.String(),
  },
  { title: 'SiteItem' },
);

export const SortStructureBody = Type.Object({
  item: ItemPointer,
  position: Type.Object(
    { before: Type.Optional(ItemPointer), after: Type.Optional(ItemPointer) },
    {
      description:
        'The item to move next to; it moves into the group or section of that item. If `before` and `after` are absent, it moves to the end of its current parent.',
    },
  ),
});

export const StructureItemSchema = Type.Union([refTo(SiteSpaceSchema), ...Item.anyOf]);
