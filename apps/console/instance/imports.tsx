import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ArchiveImport, archiveImportsQuery } from '../api/archives.ts';
import { api, createId } from '../api/client.ts';
import { queries, type Session } from '../api/queries.ts';
import { uploadFile } from '../api/upload-file.ts';
import { Time } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { ArchiveState } from '../organization/archive-state.tsx';
import type { PartProps } from '../settings/area-part.ts';
import styles from './instance.module.css';

/** Makes organizations of archives that another instance has exported. */
export function ArchiveImports({ owner: { user } }: PartProps<Session>) {
  const list = useInfiniteQuery(archiveImportsQuery);
  const [sent, setSent] = useState<number>();
  const [round, setRound] = useState(0);
  const send = async (fields: FormData): Promise<void> => {
    const administrator = await findUser(String(fields.get('administrator')).trim());
    setSent(0);
    try {
      await uploadFile(`/v1/instance/organization-imports?administrator=${administrator}`, {
        file: fields.get('archive') as File,
        key: createId(),
        onProgress: setSent,
      });
    } finally {
      setSent(undefined);
    }
    setRound((before) => before + 1);
    await queries.invalidateQueries({ queryKey: ['instance'] });
  };
  return (
    <View title={t('partImports')} lead={t('importsLead')} isWide>
      <Section title={t('importArchive')} text={t('importArchiveText')}>
        <Form key={round} label={t('importArchive')} submit={t('importStart')} done={null} onSubmit={send}>
          <TextField
            name="archive"
            type="file"
            label={t('importFile')}
            hint={t('importFileHint')}
            accept=".zip"
            required
          />
          <TextField
            name="administrator"
            type="email"
            label={t('importAdministrator')}
            hint={t('importAdministratorHint')}
            required
            maxLength={254}
            defaultValue={user?.email ?? ''}
          />
          {sent !== undefined && (
            <label>
              {t('importSending')} <progress value={sent} max={1} />
            </label>
          )}
        </Form>
      </Section>
      <Section title={t('importsSoFar')}>
        <PagedTable
          list={list}
          label={t('importsSoFar')}
          keyOf={({ id }) => id}
          empty={<EmptyState title={t('noImports')} text={t('noImportsHint')} />}
          columns={[
            { label: t('exportColumnStarted'), cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              label: t('recordColumnState'),
              cell: ({ status, error }) => <ArchiveState status={status} why={error?.message} />,
            },
            { label: t('importColumnResult'), cell: (one) => <Result of={one} /> },
          ]}
        />
      </Section>
    </View>
  );
}

/** What an import made, and what remains to be done. */
function Result({ of: { report } }: { of: ArchiveImport }) {
  if (!report) return null;
  const { title, people, notes, enterAgain } = report;
  const remarks = [
    t('importInvited', { count: people.invited }),
    ...(people.unmatched.length > 0 ? [t('importUnmatched', { people: people.unmatched.join(', ') })] : []),
    ...notes,
  ];
  return (
    <div>
      <strong>{title}</strong>
      <ul className={styles.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      {enterAgain.length > 0 && (
        <details>
          <summary>{t('importEnterAgain')}</summary>
          <ul className={styles.remarks}>
            {enterAgain.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** The id of the user with this address. */
async function findUser(email: string): Promise<string> {
  const { items } = await api.get('/v1/instance/users', { query: { search: email, limit: 50 } });
  const found = items.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (!found) throw new Error(t('importNoUser'));
  return found.id;
}
