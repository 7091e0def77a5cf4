import { lazy } from 'react';
import { showDialog } from '../../app/dialogs.tsx';
import type { ShareLink, SiteKey } from '../site-queries.ts';

const ShareLinkDialog = lazy(async () => ({
  default: (await import('./share-link-dialog.tsx')).ShareLinkDialog,
}));

/** Asks for the name and the end of a share link. `link`: undefined for a new one. */
export const showShareLinkDialog = (siteKey: SiteKey, link: ShareLink | undefined): void =>
  showDialog((close) => <ShareLinkDialog siteKey={siteKey} link={link} onClose={close} />);
