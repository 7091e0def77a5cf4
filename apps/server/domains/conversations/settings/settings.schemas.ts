import { MAX_MASKING_RULES, MAX_PATTERN_LENGTH } from '@lectern/personal-data/masking-rule';
import { type Static, Type } from 'typebox';
import { nullable } from '../../../platform/http/schemas.ts';

const MaskingRules = Type.Array(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: 100 }),
    pattern: Type.String({
      minLength: 1,
      maxLength: 2 * MAX_PATTERN_LENGTH,
      description:
        'Case is ignored. `#` matches a digit, `?` a letter or digit, `*` one or more letters or digits, and `\\` escapes the next character.',
    }),
  }),
  { maxItems: MAX_MASKING_RULES, description: 'Additional masking rules of the organization.' },
);
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'The number of days after which unchanged conversations are deleted, or null to keep them.',
});

export const ConversationSettingsSchema = Type.Object(
  {
    object: Type.Literal('conversation-settings'),
    retentionDays: nullable(RetentionDays),
    maskingRules: MaskingRules,
  },
  { $id: 'ConversationSettings' },
);

export type ConversationSettings = Omit<Static<typeof ConversationSettingsSchema>, 'object'>;

export const UpdateConversationSettingsBody = Type.Object({
  retentionDays: Type.Optional(nullable(RetentionDays)),
  maskingRules: Type.Optional(nullable(MaskingRules)),
});
