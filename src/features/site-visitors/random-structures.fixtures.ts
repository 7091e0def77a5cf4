import fc from 'fast-check';
import type {
  ExternalLinkEntry,
  SectionEntry,
  SectionGroupEntry,
  SiteSpaceEntry,
  SiteStructure,
  StructureItem,
} from '../sites/site-structure.ts';

/** Conditions over two claims, and some that are none. */
const condition = fc.constantFrom(
  null,
  null,
  'visitor.claims.plan === "pro"',
  'visitor.claims.plan !== "pro"',
  '!visitor.claims.beta',
  'visitor.claims.beta && visitor.claims.plan === "free"',
  'visitor.claims.',
);

export const claims = fc.record(
  { plan: fc.constantFrom('pro', 'free'), beta: fc.boolean() },
  { requiredKeys: [] },
);

const paths = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 4 });

interface Numbers {
  next(): string;
}

const siteSpaceOf = (
  numbers: Numbers,
  sectionId: string | null,
  path: string,
): fc.Arbitrary<SiteSpaceEntry> =>
  fc.record({ condition, isDraft: fc.boolean() }).map((drawn) => ({
    kind: 'site-space' as const,
    siteSpaceId: numbers.next(),
    sectionId,
    spaceId: numbers.next(),
    path: `v-${path}`,
    title: null,
    localizedTitles: null,
    isDefault: false,
    isHidden: false,
    pageId: null,
    hasCustomization: false,
    space: { title: 'A space', language: null, isDeleted: false },
    ...drawn,
  }));

/** Marks one of the items as the default, as the database makes sure of. */
const withDefault = <Item extends { isDefault: boolean }>(items: readonly Item[], at: number): Item[] =>
  items.map((item, index) => ({ ...item, isDefault: index === at % items.length }));

const siteSpacesOf = (numbers: Numbers, sectionId: string | null): fc.Arbitrary<SiteSpaceEntry[]> =>
  fc
    .tuple(paths, fc.nat(3))
    .chain(([names, at]) =>
      fc
        .tuple(...names.map((path) => siteSpaceOf(numbers, sectionId, path)))
        .map((entries) => withDefault(entries, at)),
    );

const sectionOf = (numbers: Numbers, path: string): fc.Arbitrary<SectionEntry> =>
  fc.record({ condition, isDraft: fc.boolean(), siteSpaces: siteSpacesOf(numbers, path) }).map((drawn) => ({
    kind: 'site-section' as const,
    siteSectionId: path,
    groupId: null,
    title: `Section ${path}`,
    localizedTitles: null,
    description: null,
    localizedDescriptions: null,
    path: `s-${path}`,
    icon: null,
    isDefault: false,
    ...drawn,
  }));

const groupOf = (children: readonly StructureItem[], isDraft: boolean): SectionGroupEntry => ({
  kind: 'site-section-group',
  siteSectionGroupId: `group-${children.length}`,
  groupId: null,
  title: 'A group',
  localizedTitles: null,
  icon: null,
  isDraft,
  children,
});

const LINK: ExternalLinkEntry = {
  kind: 'site-external-link',
  siteExternalLinkId: 'link',
  groupId: null,
  title: 'A link',
  localizedTitles: null,
  description: null,
  localizedDescriptions: null,
  icon: null,
  url: 'https://example.com/',
  condition: null,
  isDraft: false,
};

/** A site with sections, some of them in a group, or with variants only. */
export const structure: fc.Arbitrary<SiteStructure> = fc
  .record({
    names: paths,
    hasSections: fc.boolean(),
    at: fc.nat(3),
    grouped: fc.nat(4),
    isDraft: fc.boolean(),
  })
  .chain(({ names, hasSections, at, grouped, isDraft }): fc.Arbitrary<SiteStructure> => {
    let count = 0;
    const numbers: Numbers = {
      next: () => {
        count += 1;
        return `n${count}`;
      },
    };
    if (!hasSections) return siteSpacesOf(numbers, null).map((siteSpaces) => ({ items: [], siteSpaces }));
    return fc.tuple(...names.map((path) => sectionOf(numbers, path))).map((sections) => {
      const all = withDefault(sections, at);
      const inGroup = all.slice(0, grouped);
      const items = [...(inGroup.length > 0 ? [groupOf(inGroup, isDraft)] : []), ...all.slice(grouped), LINK];
      return { items, siteSpaces: [] };
    });
  });
