import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

/** `isGap`: undefined until pages were looked for. */
export function GapBadge({ isGap }: { isGap: boolean | undefined }) {
  if (isGap === undefined) return <Badge>{t('clusterUnknown')}</Badge>;
  return isGap ? (
    <Badge tone="warn">{t('clusterGap')}</Badge>
  ) : (
    <Badge tone="good">{t('clusterAnswered')}</Badge>
  );
}
