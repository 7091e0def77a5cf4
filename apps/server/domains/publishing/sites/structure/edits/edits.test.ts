import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  EMPTY_STRUCTURE,
  findFaults,
  newEntry,
  type RandomEdit,
  randomEdit,
} from '../../../../../../../test/fixtures/publishing/sites/structure/edits/random-edits.ts';
import { locatePath } from '../../locate-path.ts';
import {
  idOf,
  itemsBelow,
  listSections,
  listSiteSpaces,
  type SectionEntry,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../../site-structure.ts';
import { sortStructure } from '../sort-structure.ts';
import { addSection, addSiteSpace, toSection } from './add-items.ts';
import { changeSection, changeSiteSpace } from './change-items.ts';

/** Creates ids in order, which show how the structure was built. */
function createIds(): () => string {
  let last = 0;
  return () => `id-${++last}`;
}

const build = (edits: readonly RandomEdit[]): SiteStructure => {
  const newId = createIds();
  return edits.reduce((structure, edit) => applyEdit(structure, edit, newId), EMPTY_STRUCTURE);
};

test('a thousand random operations leave a structure whole after each of them', () => {
  const newId = createIds();
  let structure = EMPTY_STRUCTURE;
  let [largest, deepest] = [0, 0];
  for (const edit of fc.sample(randomEdit, 1000)) {
    structure = applyEdit(structure, edit, newId);
    expect(findFaults(structure), JSON.stringify(edit)).toEqual([]);
    largest = Math.max(largest, [...itemsBelow(structure.items)].length);
    deepest = Math.max(deepest, structure.items.filter((item) => item.kind === 'site-section-group').length);
  }
  // The sample is worth something.
  expect(largest).toBeGreaterThan(5);
  expect(deepest).toBeGreaterThan(0);
});

test('any sequence of operations leaves a structure whole', () => {
  fc.assert(
    fc.property(fc.array(randomEdit, { maxLength: 40 }), (edits) => {
      expect(findFaults(build(edits))).toEqual([]);
    }),
  );
});

const neighbours = (structure: SiteStructure, id: string): [string | undefined, string | undefined] => {
  const lists = [
    structure.items,
    structure.siteSpaces,
    ...[...itemsBelow(structure.items)].map((item) => {
      if (item.kind === 'site-section-group') return item.children;
      return item.kind === 'site-section' ? item.siteSpaces : [];
    }),
  ].map((list) => list.map(idOf));
  const list = lists.find((ids) => ids.includes(id)) ?? [];
  const at = list.indexOf(id);
  return [list[at - 1], list[at + 1]];
};

const idsOf = (structure: SiteStructure): string[] =>
  [...itemsBelow(structure.items), ...listSiteSpaces(structure)].map(idOf).sort();

test('a move puts one thing where it was asked to, and loses nothing', () => {
  let moved = 0;
  fc.assert(
    fc.property(
      fc.array(randomEdit, { maxLength: 30 }),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      (edits, a, b, isAfter) => {
        const structure = build(edits);
        const items = [...itemsBelow(structure.items)];
        const [item, other] = [items[a % items.length], items[b % items.length]];
        if (!item || !other || item === other) return;
        const ref = { type: other.kind, id: idOf(other) };
        const beside = isAfter ? { after: ref } : { before: ref };
        let after: SiteStructure;
        try {
          after = sortStructure(structure, { type: item.kind, id: idOf(item) }, beside);
        } catch (error) {
          expect(error).toMatchObject({ reason: 'section-group-cycle' });
          return;
        }
        moved++;
        expect(neighbours(after, idOf(item))[isAfter ? 0 : 1]).toBe(idOf(other));
        expect(idsOf(after)).toEqual(idsOf(structure));
      },
    ),
  );
  expect(moved).toBeGreaterThan(10);
});

describe('sections', () => {
  const add = (kind: RandomEdit['kind'], first = 0, second = 1): RandomEdit => ({
    kind,
    first,
    second,
    side: 'end',
    isDraft: false,
  });

  test('the first one takes along what stood at the root, which returns with the last one', () => {
    const atRoot = build([add('add-space'), add('add-space', 1)]);
    expect(atRoot.siteSpaces.map(({ path }) => path)).toEqual(['guide', 'api']);
    const newId = (() => {
      let last = 100;
      return () => `id-${++last}`;
    })();
    const wrapped = applyEdit(atRoot, add('add-section', 1), newId);
    expect(listSections(wrapped).map(({ title, path, isDefault }) => [title, path, isDefault])).toEqual([
      ['Guide', 'guide', true],
      // “API” is the path of a variant of the default section, which is at that address.
      ['API', 'api-2', false],
    ]);
    expect(listSections(wrapped)[0]?.siteSpaces.map(({ path }) => path)).toEqual(['variant', 'api']);
    const last = applyEdit(wrapped, add('remove-item', 1), newId);
    const unwrapped = applyEdit(last, add('remove-item', 0), newId);
    expect(unwrapped).toEqual(atRoot);
  });

  const titles = fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z0-9]{1,6}){0,2}$/), {
    minLength: 1,
    maxLength: 6,
    selector: (title) => title.toLowerCase(),
  });

  test('have the address that their title gives, although their spaces are titled like them', () => {
    fc.assert(
      fc.property(titles, fc.boolean(), (names, isFirstAtRoot) => {
        const newId = createIds();
        let structure = EMPTY_STRUCTURE;
        for (const [at, title] of names.entries()) {
          const entry = newEntry(title, { isDraft: false, second: 1 }, newId);
          const section = { siteSectionId: newId(), title, groupId: null };
          structure =
            at === 0 && isFirstAtRoot
              ? addSiteSpace(structure, entry, { sectionId: undefined, newSectionId: newId() })
              : addSection(structure, toSection(structure, entry, section), newId());
          expect(findFaults(structure)).toEqual([]);
        }
        const paths = names.map((title) => title.toLowerCase().replaceAll(' ', '-'));
        if (names.length > 1 || !isFirstAtRoot)
          expect(listSections(structure).map(({ path }) => path)).toEqual(paths);
        for (const [at, path] of paths.entries())
          expect(locatePath(structure, [path, 'page'])?.siteSpace.space.title).toBe(names[at]);
      }),
    );
  });

  test('can be given the path of their default site space, at which they stay', () => {
    const newId = createIds();
    const two = ['Guide', 'API'].reduce((structure, title) => {
      const entry = newEntry(title, { isDraft: false, second: 1 }, newId);
      return addSection(structure, toSection(structure, entry, { siteSectionId: newId(), title }), newId());
    }, EMPTY_STRUCTURE);
    const [, api] = listSections(two) as [SectionEntry, SectionEntry];
    const earlier = changeSection(two, api.siteSectionId, { path: 'api-2' });
    const [{ siteSpaceId }] = (listSections(earlier)[1] as SectionEntry).siteSpaces as [SiteSpaceEntry];
    const named = changeSiteSpace(earlier, siteSpaceId, { path: 'api' });
    const changed = changeSection(named, api.siteSectionId, { path: 'api' });
    expect(findFaults(changed)).toEqual([]);
    expect(locatePath(changed, ['api', 'page'])).toMatchObject({ siteSpace: { siteSpaceId }, depth: 1 });
  });
});
