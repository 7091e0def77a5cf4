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
        description: '`builtin:openapi`. Other types return 501.',
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
    'The same seed results in the same ids. The id of a computed entry results in the ids of the published pages.',
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
