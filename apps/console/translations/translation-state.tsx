import type { Translation } from '../api/translations.ts';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

const TONES = { pending: 'plain', running: 'info', completed: 'good' } as const;

export const TranslationState = ({ status }: Pick<Translation, 'status'>) => (
  <Badge tone={TONES[status]}>{t(`translation-${status}`)}</Badge>
);
