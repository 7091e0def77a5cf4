import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { showToast } from '../app/toasts.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { branchName, connectionQuery, refreshGit } from './git-queries.ts';
import { linksOf, parseAddress } from './hosts.ts';
import { forgetKept, useKeptState } from './kept-state.ts';
import { chooseBranch, FirstField, type GitPlace, PlaceFields, placeBody } from './place-fields.tsx';
import { PreviewPart } from './preview-part.tsx';
import { keepSecret } from './shown-secret.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { type PreviewRun, usePreview } from './use-preview.ts';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** Connects a space with a repository: first the access, then what is synced, with a preview of both sides. */
export function ConnectForm({ spaceId }: { spaceId: string }) {
  const signIn = useSignIn(spaceId, 'repository', { host: 'github', address: '' });
  const run = usePreview(spaceId, 'preview');
  const [isChecking, setChecking] = useState(false);
  const { checked } = signIn;
  const host = parseAddress(signIn.address)?.hostname ?? '';
  return (
    <>
      <Section title={t('gitRepository')}>
        <Form
          done={null}
          label={t('gitRepository')}
          submit={isChecking ? t('gitChecking', { host }) : t('gitCheck')}
          onSubmit={async () => {
            setChecking(true);
            try {
              await signIn.check();
            } finally {
              setChecking(false);
            }
          }}
        >
          <SignInFields signIn={signIn} />
        </Form>
      </Section>
      {checked?.state === 'success' && (
        <WhatIsSynced
          // Another repository has other branches.
          key={signIn.address}
          spaceId={spaceId}
          signIn={signIn}
          branches={checked.branches.map(({ ref }) => branchName(ref))}
          canWrite={checked.canWrite}
          run={run}
        />
      )}
      {/* After a reload, before the access is checked again. */}
      {checked?.state !== 'success' && run.of?.startsWith(askedOf(signIn)) && (
        <PreviewPart run={run} asked={run.of} title={t('gitPreview')} />
      )}
    </>
  );
}

/** Names the repository that a preview is asked for. */
const askedOf = (signIn: SignIn): string => `${signIn.access().url} `;

function WhatIsSynced({
  spaceId,
  signIn,
  branches,
  canWrite,
  run,
}: {
  spaceId: string;
  signIn: SignIn;
  branches: readonly string[];
  canWrite: boolean;
  run: PreviewRun;
}) {
  const [place, setPlace] = useKeptState<GitPlace>(spaceId, `place of ${signIn.address}`, {
    branch: chooseBranch(branches),
    directory: '',
    direction: canWrite ? 'both' : 'import',
    first: branches.length === 0 ? 'export' : 'import',
  });
  const bodyOf = () => ({
    ...signIn.access(),
    ...placeBody(place),
    ...linksOf(signIn.host, signIn.address, place.branch),
    ...(signIn.host.provider === undefined ? {} : { provider: signIn.host.provider }),
  });
  const asked = askedOf(signIn) + JSON.stringify(placeBody(place));
  const connect = async (): Promise<void> => {
    const { webhookSecret, ...connection } = await api.put('/v1/spaces/{spaceId}/git', {
      path: { spaceId },
      headers: repeatable(),
      body: bodyOf(),
    });
    keepSecret(spaceId, webhookSecret);
    queries.setQueryData(connectionQuery(spaceId).queryKey, connection);
    forgetKept(spaceId);
    showToast(t('gitConnected'));
    // The state is at the top, where the form began.
    document.getElementById('column')?.scrollTo({ top: 0 });
    void refreshGit(spaceId);
  };
  return (
    <Section title={t('gitPlace')}>
      <Form
        done={null}
        label={t('gitPlace')}
        submit={t('gitConnect')}
        onSubmit={connect}
        actions={
          <Button disabled={run.isRunning} onClick={() => void run.ask(bodyOf(), asked)}>
            {run.isRunning ? t('gitPreviewing') : run.preview ? t('gitPreviewAgain') : t('gitPreviewAsk')}
          </Button>
        }
      >
        <PlaceFields place={place} onChange={setPlace} branches={branches} canWrite={canWrite} />
        {place.direction === 'both' && (
          <FirstField first={place.first} onChange={(first) => setPlace({ ...place, first })} />
        )}
      </Form>
      <PreviewPart run={run} asked={asked} title={t('gitPreview')} />
    </Section>
  );
}
