import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { showDialog } from '../../app/dialogs.tsx';
import { fullTime } from '../../app/time.tsx';
import { Loading } from '../../app/view.tsx';
import { TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { CopyField } from '../../forms/secret.tsx';
import { Section } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import { type SiteKey, visitorSignInQuery } from '../site-queries.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** How visitors who are signed in to another application reach the site. */
export function VisitorSignIn({ siteKey }: { siteKey: SiteKey }) {
  const { data, error } = useQuery(visitorSignInQuery(siteKey));
  return (
    <Section title={t('siteVisitorSignIn')} text={t('siteVisitorSignInHelp')}>
      {error && !data && <p role="alert">{explain(error)}</p>}
      {!data && !error && <Loading label={t('loading')} rows={3} />}
      {data && <SignInForm siteKey={siteKey} settings={data} />}
    </Section>
  );
}

function SignInForm({ siteKey, settings }: { siteKey: SiteKey; settings: Schemas['SitePublishingAuth'] }) {
  const { privateKey, previousKeyUntil, fallbackURL = '', logoutURL = '' } = settings;
  const save = async (fields: FormData): Promise<void> => {
    const text = (name: string): string | null => String(fields.get(name) ?? '').trim() || null;
    const saved = await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth', {
      path: siteKey,
      headers: repeatable(),
      body: { fallbackURL: text('fallbackURL'), logoutURL: text('logoutURL') },
    });
    queries.setQueryData(visitorSignInQuery(siteKey).queryKey, saved);
  };
  return (
    <>
      <CopyField label={t('siteSigningKey')} value={privateKey} />
      {previousKeyUntil !== undefined && <p>{t('siteOldKeyUntil', { time: fullTime(previousKeyUntil) })}</p>}
      <p>
        <Button onClick={() => showDialog((close) => <NewKeyDialog siteKey={siteKey} onClose={close} />)}>
          {t('siteNewKey')}
        </Button>
      </p>
      <Form onSubmit={save}>
        <TextField
          name="fallbackURL"
          type="url"
          label={t('siteSignInAddress')}
          hint={t('siteSignInAddressHelp')}
          defaultValue={fallbackURL}
        />
        <TextField
          name="logoutURL"
          type="url"
          label={t('siteSignOutAddress')}
          hint={t('siteSignOutAddressHelp')}
          defaultValue={logoutURL}
        />
      </Form>
    </>
  );
}
