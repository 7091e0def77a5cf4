import type { Likeness } from './pair-by-likeness.ts';
import type { DigestForm, SchemaDigests } from './schema-digests.ts';

/** How deeply schemas are read to tell them apart. */
const DEPTHS = [2, 4, 8, 16, 32];
const LIKE: DigestForm = { depth: 2, hasTexts: false };

type ContentOf<One> = (one: One, digests: SchemaDigests, form: DigestForm) => number;

/**
 * Pairs values with schemas first if they have the same content, texts included, then if they allow the same, and then
 * if they only seem to, because what differs is nested.
 */
export function likenessesOfContents<One>(
  digests: readonly [SchemaDigests, SchemaDigests],
  contentOf: ContentOf<One>,
): [Likeness<One>, ...Likeness<One>[]] {
  return [
    (gone, come) => tellApart(digests, contentOf, [gone, come], true),
    (gone, come) => tellApart(digests, contentOf, [gone, come], false),
    [
      (one) => [String(contentOf(one, digests[0], LIKE))],
      (one) => [String(contentOf(one, digests[1], LIKE))],
    ],
  ];
}

/** Values of both versions that cannot be told apart by what was read of them. */
type Group<One> = readonly [One[], One[]];

/** Returns features by content. Content is read more deeply where several values would have the same feature. */
function tellApart<One>(
  digests: readonly [SchemaDigests, SchemaDigests],
  contentOf: ContentOf<One>,
  [gone, come]: readonly [readonly One[], readonly One[]],
  hasTexts: boolean,
): readonly [(one: One) => readonly string[], (one: One) => readonly string[]] {
  const features = [new Map<One, string>(), new Map<One, string>()] as const;
  let groups: Group<One>[] = [[[...gone], [...come]]];
  for (const depth of DEPTHS) {
    const split = groups.map((group) => splitGroup(digests, contentOf, group, { depth, hasTexts }));
    // What was read last is not whole then.
    if (depth > LIKE.depth && !digests[0].numbers.mayReadDeeply) break;
    for (const parts of split)
      for (const [content, group] of parts)
        for (const side of [0, 1] as const)
          for (const one of group[side])
            features[side].set(one, `${features[side].get(one) ?? ''} ${content}`);
    groups = split.flatMap((parts) =>
      [...parts]
        .filter(([content, group]) => isAmbiguous(group) && !digests[0].numbers.isWhole(content))
        .map(([, group]) => group),
    );
    if (groups.length === 0) break;
  }
  return [(one) => [features[0].get(one) ?? ''], (one) => [features[1].get(one) ?? '']];
}

const isAmbiguous = ([old, now]: Group<unknown>): boolean =>
  old.length > 0 && now.length > 0 && old.length + now.length > 2;

function splitGroup<One>(
  digests: readonly [SchemaDigests, SchemaDigests],
  contentOf: ContentOf<One>,
  group: Group<One>,
  form: DigestForm,
): Map<number, Group<One>> {
  const parts = new Map<number, Group<One>>();
  for (const side of [0, 1] as const)
    for (const one of group[side]) {
      const content = contentOf(one, digests[side], form);
      const part = parts.get(content) ?? [[], []];
      part[side].push(one);
      parts.set(content, part);
    }
  return parts;
}
