import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  claims,
  structure,
} from '../../../../../test/fixtures/publishing/site-visitors/random-structures.ts';
import { locatePath } from '../sites/locate-path.ts';
import { itemsBelow, listSections, listSiteSpaces, type SiteStructure } from '../sites/site-structure.ts';
import { type Audience, viewSite } from './site-view.ts';

const audience: fc.Arbitrary<Audience> = fc.record({
  claims,
  seesDrafts: fc.boolean(),
  now: fc.constant(new Date()),
});

/** The conditions with the same rule in JavaScript. */
const CONDITIONS: Record<string, (of: { plan?: string; beta?: boolean }) => boolean> = {
  'visitor.claims.plan === "pro"': ({ plan }) => plan === 'pro',
  // A comparison with a missing claim is never true.
  'visitor.claims.plan !== "pro"': ({ plan }) => plan !== undefined && plan !== 'pro',
  '!visitor.claims.beta': ({ beta }) => !beta,
  'visitor.claims.beta && visitor.claims.plan === "free"': ({ plan, beta }) =>
    beta === true && plan === 'free',
  'visitor.claims.': () => false,
};

interface Part {
  condition: string | null;
  isDraft: boolean;
}

const isShown = ({ condition, isDraft }: Part, { claims: known, seesDrafts }: Audience): boolean =>
  (seesDrafts || !isDraft) && (condition === null || (CONDITIONS[condition]?.(known) ?? false));

/** Lists the site spaces that an audience sees, by walking the structure from the top. */
function expectedSiteSpaces({ items, siteSpaces }: SiteStructure, who: Audience): string[] {
  const ids = (entries: SiteStructure['siteSpaces']) =>
    entries.filter((entry) => isShown(entry, who)).map(({ siteSpaceId }) => siteSpaceId);
  if (items.length === 0) return ids(siteSpaces);
  const walk = (list: SiteStructure['items']): string[] =>
    list.flatMap((item) => {
      if (item.kind === 'site-external-link') return [];
      if (item.kind === 'site-section-group')
        return isShown({ ...item, condition: null }, who) ? walk(item.children) : [];
      return isShown(item, who) ? ids(item.siteSpaces) : [];
    });
  return walk(items);
}

describe('the view of a site', () => {
  test('shows exactly what the rule allows, and gives a reason for the rest', () => {
    fc.assert(
      fc.property(structure, audience, (whole, who) => {
        const view = viewSite(whole, who);
        expect(listSiteSpaces(view.structure).map(({ siteSpaceId }) => siteSpaceId)).toEqual(
          expectedSiteSpaces(whole, who),
        );
        const shown = [...itemsBelow(view.structure.items)].length + listSiteSpaces(view.structure).length;
        const all = [...itemsBelow(whole.items)].length + listSiteSpaces(whole).length;
        expect(shown + new Set(view.hidden.map(({ part }) => part)).size).toBe(all);
        for (const item of itemsBelow(view.structure.items))
          if (item.kind === 'site-section') expect(item.siteSpaces.length).toBeGreaterThan(0);
          else if (item.kind === 'site-section-group') expect(item.children.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test('has one default section, and one default site space in each place', () => {
    fc.assert(
      fc.property(structure, audience, (whole, who) => {
        const { structure: shown } = viewSite(whole, who);
        const places =
          shown.items.length > 0
            ? listSections(shown).map(({ siteSpaces }) => siteSpaces)
            : [shown.siteSpaces];
        for (const entries of places)
          expect(entries.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(entries.length, 1));
        const sections = listSections(shown);
        expect(sections.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(sections.length, 1));
        // A visible default section remains the default.
        for (const section of listSections(whole).filter(({ isDefault }) => isDefault)) {
          const same = sections.find(({ siteSectionId }) => siteSectionId === section.siteSectionId);
          if (same) expect(same.isDefault).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a path on a site', () => {
  const segments = fc.array(fc.constantFrom('s-a', 's-b', 'S-C', 'v-a', 'V-B', 'v-c', 'guides', 'page'), {
    maxLength: 4,
  });

  /** Resolves section, variant and page in this order, as the documentation describes. */
  function walk(shown: SiteStructure, path: readonly string[]) {
    const lower = path.map((segment) => segment.toLowerCase());
    const sections = listSections(shown);
    const named = sections.find((section) => section.path === lower[0]);
    const section = named ?? sections.find(({ isDefault }) => isDefault);
    const entries = section?.siteSpaces ?? shown.siteSpaces;
    const rest = named ? lower.slice(1) : lower;
    const variant = entries.find((entry) => entry.path === rest[0]);
    const siteSpace = variant ?? entries.find(({ isDefault }) => isDefault);
    return siteSpace && { siteSpaceId: siteSpace.siteSpaceId, depth: (named ? 1 : 0) + (variant ? 1 : 0) };
  }

  test('leads to the site space that an independent walk finds', () => {
    fc.assert(
      fc.property(structure, audience, segments, (whole, who, path) => {
        const { structure: shown } = viewSite(whole, who);
        const found = locatePath(shown, path);
        expect(found && { siteSpaceId: found.siteSpace.siteSpaceId, depth: found.depth }).toEqual(
          walk(shown, path),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('is complete only if no longer path leads to another site space', () => {
    fc.assert(
      fc.property(
        structure,
        audience,
        segments,
        fc.array(segments, { maxLength: 5 }),
        (whole, who, path, more) => {
          const { structure: shown } = viewSite(whole, who);
          const found = locatePath(shown, path);
          if (!found?.isComplete) return;
          for (const rest of more)
            expect(locatePath(shown, [...path, ...rest])?.siteSpace.siteSpaceId).toBe(
              found.siteSpace.siteSpaceId,
            );
        },
      ),
      { numRuns: 500 },
    );
  });
});
