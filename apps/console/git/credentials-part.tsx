import { useState } from 'react';
import { Button } from '../app/button.tsx';
import { showToast } from '../app/toasts.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { changeConnection } from './connection-body.ts';
import type { GitConnection } from './git-queries.ts';
import { hostOf } from './hosts.ts';
import { SignInFields } from './sign-in-fields.tsx';
import { useSignIn } from './use-sign-in.ts';

/** How Lectern signs in, and replacing it. */
export function CredentialsPart({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('gitCredentials')}
      text={connection.hasCredentials ? t('gitCredentialsSet') : t('gitCredentialsNone')}
      actions={!isOpen && <Button onClick={() => setOpen(true)}>{t('gitCredentialsReplace')}</Button>}
    >
      {isOpen && <Replace spaceId={spaceId} connection={connection} onDone={() => setOpen(false)} />}
    </Section>
  );
}

/** The new key or token is checked before it is stored. */
function Replace({
  spaceId,
  connection,
  onDone,
}: {
  spaceId: string;
  connection: GitConnection;
  onDone: () => void;
}) {
  const signIn = useSignIn(spaceId, { host: hostOf(connection).name, address: connection.url });
  const isGood = signIn.checked?.state === 'success';
  const save = async (): Promise<void> => {
    if (!isGood) return signIn.check();
    await changeConnection(spaceId, connection, signIn.access());
    showToast(t('gitCredentialsReplaced'));
    onDone();
  };
  return (
    <Form
      done={null}
      label={t('gitCredentials')}
      submit={isGood ? t('gitCredentialsReplace') : t('gitCheck')}
      onSubmit={save}
      actions={<Button onClick={onDone}>{t('cancel')}</Button>}
    >
      <SignInFields signIn={signIn} isFixed />
    </Form>
  );
}
