import { lazy } from 'react';
import type { Organization } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

const DeletionDialog = lazy(async () => ({
  default: (await import('./deletion-dialog.tsx')).DeletionDialog,
}));

export const DeletionSection = ({ organization }: { organization: Organization }) => (
  <Section
    title={t('organizationDanger')}
    text={t('organizationDangerLead')}
    isDanger
    actions={
      <Button
        look="danger"
        onClick={() => showDialog((close) => <DeletionDialog organization={organization} onClose={close} />)}
      >
        {t('deleteOrganization')}
      </Button>
    }
  />
);
