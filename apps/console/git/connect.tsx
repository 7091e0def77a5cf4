import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import { branchName, connectionQuery, type GitPreview, refreshGit } from './git-queries.ts';
import { linksOf, parseAddress } from './hosts.ts';
import { chooseBranch, FirstField, type GitPlace, PlaceFields, placeBody } from './place-fields.tsx';
import { PreviewPart } from './preview-part.tsx';
import { keepSecret } from './shown-secret.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

/** Connects a space with a repository: first the access, then what is synced, with a preview of both sides. */
export function Connect({ spaceId }: { spaceId: string }) {
  const signIn = useSignIn(spaceId, { host: 'github', address: '' });
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
        />
      )}
    </>
  );
}

function WhatIsSynced({
  spaceId,
  signIn,
  branches,
  canWrite,
}: {
  spaceId: string;
  signIn: SignIn;
  branches: readonly string[];
  canWrite: boolean;
}) {
  const [place, setPlace] = useState<GitPlace>({
    branch: chooseBranch(branches),
    directory: '',
    direction: canWrite ? 'both' : 'import',
    first: branches.length === 0 ? 'export' : 'import',
  });
  const [preview, setPreview] = useState<{ of: string; result: GitPreview }>();
  const [isLooking, setLooking] = useState(false);
  const bodyOf = () => ({
    ...signIn.access(),
    ...placeBody(place),
    ...linksOf(signIn.host, signIn.address, place.branch),
    ...(signIn.host.provider === undefined ? {} : { provider: signIn.host.provider }),
  });
  const asked = JSON.stringify(placeBody(place));
  const look = async (): Promise<void> => {
    setLooking(true);
    try {
      const result = await api.post('/v1/spaces/{spaceId}/git/preview', {
        path: { spaceId },
        body: bodyOf(),
      });
      setPreview({ of: asked, result });
    } catch (error) {
      showError(explain(error));
    } finally {
      setLooking(false);
    }
  };
  const connect = async (): Promise<void> => {
    const { webhookSecret, ...connection } = await api.put('/v1/spaces/{spaceId}/git', {
      path: { spaceId },
      headers: repeatable(),
      body: bodyOf(),
    });
    keepSecret(spaceId, webhookSecret);
    queries.setQueryData(connectionQuery(spaceId).queryKey, connection);
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
          <Button disabled={isLooking} onClick={() => void look()}>
            {isLooking ? t('gitPreviewing') : preview ? t('gitPreviewAgain') : t('gitPreviewAsk')}
          </Button>
        }
      >
        <PlaceFields place={place} onChange={setPlace} branches={branches} canWrite={canWrite} />
        {place.direction === 'both' && (
          <FirstField first={place.first} onChange={(first) => setPlace({ ...place, first })} />
        )}
      </Form>
      {preview && (
        <section aria-label={t('gitPreview')}>
          <h3>{t('gitPreview')}</h3>
          {preview.of === asked ? (
            <PreviewPart preview={preview.result} />
          ) : (
            <p className={styles.soft}>{t('gitPreviewStale')}</p>
          )}
        </section>
      )}
    </Section>
  );
}
