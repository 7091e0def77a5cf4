import { type Static, Type } from 'typebox';
import { PageSchema } from '../../../content/revisions/content.schemas.ts';
import { refTo } from '../../../platform/http/schemas.ts';

const Props = Type.Object({}, { additionalProperties: true });

const Source = (props: string) =>
  Type.Object(
    {
      type: Type.String({
        maxLength: 200,
        pattern: '^(?:builtin:(?:openapi|translation)|integration:[^:]+:[^:]+)$',
        description: 'Only `builtin:openapi` is supported.',
      }),
      props: Type.Optional({ ...Props, description: props }),
      dependencies: Type.Optional(
        Type.Object({
          spec: Type.Optional(
            Type.Object({ ref: Type.Object({ kind: Type.Literal('openapi'), spec: Type.String() }) }),
          ),
        }),
      ),
    },
    { description: 'The source of the content: an OpenAPI spec of the organization.' },
  );

const Seed = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Ids are derived from the seed. Pass the id of a computed entry to get the ids used on the published site.',
});

export const ComputedRevisionBody = Type.Object({
  source: Source('As in the table of contents: `models`, `changelog`, `grouping`.'),
  seed: Seed,
});

export const ComputedDocumentBody = Type.Object({
  source: Source('`doc` and `page`, as in the `computed` of a page from `getComputedRevision`.'),
  seed: Seed,
});
export type ComputedSource = Static<typeof ComputedDocumentBody>['source'];

export const ComputedRevisionSchema = Type.Object(
  {
    pages: Type.Array(refTo(PageSchema)),
    files: Type.Array(Type.Unknown(), { description: 'Always empty: pages of a spec have no files.' }),
    reusableContents: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  },
  { $id: 'ComputedRevision' },
);
