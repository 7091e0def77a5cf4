import { readMaskingRule } from '@lectern/personal-data/masking-rule';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidFields } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockSettings, storeSettings } from './settings.repository.ts';
import type { ConversationSettings, UpdateConversationSettingsBody } from './settings.schemas.ts';

/** Updates settings; absent fields keep their values. New rules apply only to conversations that are sent later. */
export async function updateConversationSettings(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
  body: Static<typeof UpdateConversationSettingsBody>,
): Promise<ConversationSettings> {
  assertRules(body.maskingRules ?? []);
  const at = clock();
  return transact(async ({ trx }) => {
    const before = await lockSettings(trx, organizationId);
    const after = {
      retentionDays: body.retentionDays === undefined ? before.retentionDays : body.retentionDays,
      maskingRules: body.maskingRules === undefined ? before.maskingRules : (body.maskingRules ?? []),
    };
    await storeSettings(trx, organizationId, { ...after, at });
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'conversation-settings.updated',
      target: { type: 'organization', id: organizationId },
      // Patterns are omitted, because a pattern may contain the secret that it masks.
      payload: { before: withoutPatterns(before), after: withoutPatterns(after) },
      at,
    });
    return after;
  });
}

const withoutPatterns = ({ retentionDays, maskingRules }: ConversationSettings): object => ({
  retentionDays,
  maskingRules: maskingRules.map(({ title }) => title),
});

function assertRules(rules: ConversationSettings['maskingRules']): void {
  const mistakes = rules.flatMap(({ pattern }, at) => {
    const rule = readMaskingRule(pattern);
    return typeof rule === 'string' ? [{ path: `maskingRules.${at}.pattern`, message: rule }] : [];
  });
  if (mistakes.length > 0) throw invalidFields(mistakes);
}
