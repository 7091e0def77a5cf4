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
        'Case is ignored. `#` stands for a digit, `?` for a letter or a digit, `*` for one or more of them, and `\\` escapes the next character.',
    }),
  }),
  { maxItems: MAX_MASKING_RULES, description: 'Additional masking rules of the organization.' },
);
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description:
    'The number of days after which unchanged conversations are deleted. Null if they are never deleted.',
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
