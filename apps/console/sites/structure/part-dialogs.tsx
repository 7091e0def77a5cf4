import { lazy } from 'react';
import { showDialog } from '../../app/dialogs.tsx';
import type { SiteKey } from '../site-queries.ts';
import type { Part, Placed } from './parts.ts';

/** A part to edit, or the kind of a new one and the group or section that it goes into. */
export interface PartForm {
  kind: Part['object'];
  placed?: Placed;
  into?: string;
}

const PartDialog = lazy(async () => ({ default: (await import('./part-dialog.tsx')).PartDialog }));

/** Asks for everything about a part of the structure of a site. */
export const showPartDialog = (siteKey: SiteKey, form: PartForm): void =>
  showDialog((close) => <PartDialog siteKey={siteKey} form={form} onClose={close} />);
