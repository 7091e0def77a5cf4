import { Type } from 'typebox';
import { ADDRESS_KEYWORD } from '../../../../platform/http/schemas.ts';

const Target = Type.String({ minLength: 1, maxLength: 128 });
const InSpace = { space: Type.Optional(Target) };

/** The URLs that links may open: never a script. */
const LinkUrl = Type.String({
  [ADDRESS_KEYWORD]: true,
  maxLength: 2048,
  pattern: '^(?:https?://(?![^/?#]*@)|mailto:)',
});

/** The target of a link of a site. Pages, spaces and files are resolved when the site is read. */
export const LinkTargetSchema = Type.Union(
  [
    Type.Object({ kind: Type.Literal('url'), url: LinkUrl }),
    Type.Object({ kind: Type.Literal('page'), page: Target, ...InSpace }),
    Type.Object({
      kind: Type.Literal('anchor'),
      anchor: Type.String({ maxLength: 512 }),
      page: Type.Optional(Target),
      ...InSpace,
    }),
    Type.Object({ kind: Type.Literal('file'), file: Target, ...InSpace }),
    Type.Object({ kind: Type.Literal('reusable-content'), reusableContent: Target, ...InSpace }),
    Type.Object({ kind: Type.Literal('tag'), tag: Target, ...InSpace }),
    Type.Object({ kind: Type.Literal('space'), space: Target }),
    Type.Object({ kind: Type.Literal('collection'), collection: Target }),
    Type.Object({ kind: Type.Literal('user'), user: Target }),
    Type.Object({ kind: Type.Literal('openapi'), spec: Target }),
  ],
  {
    title: 'LinkTarget',
    $id: 'LinkTarget',
    description: 'The target of the link: a URL, or content of the site.',
  },
);
