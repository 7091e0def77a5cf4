import { lazy } from 'react';
import { showDialog } from '../../app/dialogs.tsx';
import type { SiteKey } from '../site-queries.ts';
import type { PartForm } from './part-form.ts';

const PartDialog = lazy(async () => ({ default: (await import('./part-dialog.tsx')).PartDialog }));

/** Asks for everything about a part of the structure of a site. */
export const showPartDialog = (siteKey: SiteKey, form: PartForm): void =>
  showDialog((close) => <PartDialog siteKey={siteKey} form={form} onClose={close} />);
