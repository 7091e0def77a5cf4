import type { Spec } from '../api/specs.ts';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

export function SpecState({ spec: { processingState, lastProcessErrorCode } }: { spec: Spec }) {
  if (processingState !== 'complete') return <Badge tone="info">{t('specWaiting')}</Badge>;
  if (lastProcessErrorCode) return <Badge tone="bad">{t('specProblem')}</Badge>;
  return <Badge tone="good">{t('specReady')}</Badge>;
}
