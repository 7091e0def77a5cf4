import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

/** Whether readers can open a site. */
export const PublishedBadge = ({ isPublished }: { isPublished: boolean }) => (
  <Badge tone={isPublished ? 'good' : 'plain'}>
    {t(isPublished ? 'siteStatePublished' : 'siteNotPublished')}
  </Badge>
);
