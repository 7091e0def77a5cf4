import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, type Space } from '../api/queries.ts';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Section } from '../forms/section.tsx';
import { connectionQuery } from '../git/git-queries.ts';
import { hostNamed, recognizeHost, toHttps } from '../git/hosts.ts';
import { Operations } from '../git/operations.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';

/** Writes the pages of a space to a repository once. */
export function ExportView({ owner: space }: PartProps<Space>) {
  const { data: connection } = useQuery(connectionQuery(space.id));
  return (
    <View
      title={t('spaceExport')}
      viewKey={`export ${space.id}`}
      lead={`${t('spaceExportLead')} ${t('spaceExportText')}`}
    >
      {connection === undefined && <Loading label={t('loading')} />}
      {connection && (
        <EmptyState title={t('spaceExportConnected')}>
          <Link to="/s/$spaceId/settings/$part" params={{ spaceId: space.id, part: 'git' }}>
            {t('git')}
          </Link>
        </EmptyState>
      )}
      {connection === null && <Once space={space} />}
    </View>
  );
}

function Once({ space }: { space: Space }) {
  const [started, setStarted] = useState(0);
  const send = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const url = new URL(toHttps(text('url')));
    const token = text('password');
    if (token !== '') {
      url.username = (recognizeHost(url.href) ?? hostNamed('other')).tokenUser;
      url.password = token;
    }
    await api.post('/v1/spaces/{spaceId}/git/export', {
      path: { spaceId: space.id },
      headers: repeatable(),
      body: {
        url: url.href,
        ref: `refs/heads/${text('ref')}`,
        repoProjectDirectory: text('repoProjectDirectory'),
        commitMessage: text('commitMessage'),
      },
    });
    showToast(t('spaceExportStarted'));
    setStarted(started + 1);
    void queries.invalidateQueries({ queryKey: ['space', space.id, 'git'] });
  };
  return (
    <>
      <Form submit={t('spaceExportStart')} onSubmit={send} done={null}>
        <TextField
          name="url"
          label={t('gitRepositoryAddress')}
          hint={t('gitAddressHint', { example: hostNamed('github').example })}
          inputMode="url"
          spellCheck={false}
          required
        />
        <TextField name="password" label={t('gitAccessToken')} type="password" autoComplete="new-password" />
        <TextField name="ref" label={t('gitBranchOf')} defaultValue="main" spellCheck={false} required />
        <TextField
          name="repoProjectDirectory"
          label={t('gitDirectory')}
          hint={t('gitDirectoryHint')}
          spellCheck={false}
        />
        <TextField
          name="commitMessage"
          label={t('spaceExportMessage')}
          defaultValue={t('spaceExportMessageDefault')}
          required
        />
      </Form>
      <Section title={t('spaceExportFolder')}>
        <CopyField label={t('spaceExportCommand')} value={`lectern export ${space.id} ./docs`} />
      </Section>
      {(started > 0 || space.gitSync) && <Operations spaceId={space.id} lastId={String(started)} isWatched />}
    </>
  );
}
