import { useState } from 'react';
import type { PagePlace } from '../../api/place.ts';
import { t } from '../../messages/messages.ts';
import { BacklinkList } from './backlinks.tsx';

/** Which pages link to a page. They are read when somebody opens the list. */
export function PageBacklinks({ place, className }: { place: PagePlace; className: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('pageBacklinks')}</summary>
      {isOpen && <BacklinkList item={place} none={t('pageBacklinksNone')} />}
    </details>
  );
}
