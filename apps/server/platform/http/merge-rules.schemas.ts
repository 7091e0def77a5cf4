import { type Static, Type } from 'typebox';
import { Id, ROLES } from './schemas.ts';

const MAX_RULES = 50;
const MAX_USERS = 100;

const UsersRule = Type.Object({
  rule: Type.Enum(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']),
  users: Type.Array(Id, { maxItems: MAX_USERS }),
  teams: Type.Optional(
    Type.Array(Id, { maxItems: MAX_USERS, description: 'Members of these teams also count.' }),
  ),
  role: Type.Optional(
    Type.Enum([...ROLES], {
      description:
        'Only for `allow_bypass`: everyone with this role or a higher one on the space can bypass the rules.',
    }),
  ),
});

const PlainRule = Type.Object({
  rule: Type.Enum([
    'require_at_least_one_review',
    'require_at_least_one_approved_review',
    'require_all_reviews_approved',
    'require_agent_review',
    'require_up_to_date_change_request',
    'require_change_request_subject',
    'require_change_request_description',
    'require_no_broken_links',
    'allow_self_review',
    'require_author_to_merge',
  ]),
});

/** The name of a check by a program. */
export const CheckName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^\\S(?:.*\\S)?$',
  description: 'The name of the check, such as `build`.',
});

const ExternalChecksRule = Type.Object({
  rule: Type.Literal('require_external_checks'),
  names: Type.Array(CheckName, {
    minItems: 1,
    maxItems: 20,
    description: 'The checks that programs must report as passed for the current content.',
  }),
});

const CustomRule = Type.Object({
  rule: Type.Literal('custom'),
  expression: Type.String({
    maxLength: 1024,
    description:
      'An expression over the change request, described on the page “Expressions” of the documentation. The rule is met if it is true.',
  }),
  message: Type.Optional(Type.String({ maxLength: 1024 })),
});

const RuleSchema = Type.Union([UsersRule, PlainRule, ExternalChecksRule, CustomRule]);
export type MergeRule = Static<typeof RuleSchema>;

const Rules = Type.Object(
  {
    type: Type.Literal('rules'),
    rules: Type.Array(RuleSchema, { maxItems: MAX_RULES }),
  },
  { title: 'MergeRules' },
);
const NoRules = Type.Object({ type: Type.Literal('none') });

/** The rules for every merge in the organization, unless a space has its own. */
export const OrganizationMergeRulesSchema = Type.Union([NoRules, Rules]);

/** The rules for every merge in a space: by default, those of its organization. */
export const SpaceMergeRulesSchema = Type.Union(
  [Type.Object({ type: Type.Literal('inherit') }), NoRules, Rules],
  { title: 'SpaceMergeRules' },
);
