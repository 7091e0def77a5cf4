import { Type } from 'typebox';
import { Id, refTo } from '../../../../platform/http/schemas.ts';
import { ExternalCheckSchema } from '../external-checks/external-checks.schemas.ts';
import { BrokenLinkSchema } from '../rules/broken-links.ts';

export const ChecksSchema = Type.Object({
  canMerge: Type.Boolean({ description: 'Whether you can merge the change request now.' }),
  mayBypass: Type.Boolean({ description: 'Whether you can merge even if merge rules are not met.' }),
  conflicts: Type.Integer({ description: 'The number of unresolved conflicts.' }),
  checks: Type.Array(
    Type.Object({
      rule: Type.String(),
      status: Type.Enum(['passed', 'failed']),
      message: Type.String(),
      missing: Type.Optional(
        Type.Object(
          { users: Type.Array(Id), teams: Type.Array(Id) },
          { description: 'The reviewers required by the rule who have not approved the current content.' },
        ),
      ),
    }),
  ),
  external: Type.Array(refTo(ExternalCheckSchema), {
    description: 'The checks that programs have reported, by name.',
  }),
  brokenLinks: Type.Optional(
    Type.Object(
      { count: Type.Integer(), items: Type.Array(BrokenLinkSchema) },
      {
        description:
          'Links that the merge would break, anywhere in the organization. Up to 100 of those that you can see are listed. Absent while there are conflicts.',
      },
    ),
  ),
});
