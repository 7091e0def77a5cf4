import type { Organization } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaParts } from './area-part.ts';

export const ORGANIZATION_PARTS: AreaParts<Organization> = {
  'broken-links': {
    label: 'brokenLinks',
    icon: 'broken',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/links/organization-links-view.tsx')).then(
        ({ OrganizationLinksView }) => OrganizationLinksView,
      ),
    ),
  },
};
