import type { Webhook } from '../api/webhooks.ts';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

export function WebhookState({ webhook: { enabled, failingSince } }: { webhook: Webhook }) {
  if (!enabled) return <Badge tone="warn">{t('webhookPaused')}</Badge>;
  if (failingSince) return <Badge tone="bad">{t('webhookFailing')}</Badge>;
  return <Badge tone="good">{t('webhookOn')}</Badge>;
}
