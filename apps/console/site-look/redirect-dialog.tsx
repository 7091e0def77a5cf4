import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../api/explain.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { showToast } from '../app/toasts.tsx';
import { useSettled } from '../app/use-settled.ts';
import { CheckField, TextField } from '../forms/fields.tsx';
import { SuggestField } from '../forms/suggest-field.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import styles from './redirect-dialog.module.css';
import {
  changeRedirect,
  createRedirect,
  destinationOf,
  type NewRedirect,
  type Redirect,
  readDestination,
  redirectCheckQuery,
} from './redirects.ts';
import { isAddress, type SiteTarget, useSiteTargets } from './site-targets.ts';

interface DialogProps {
  site: SiteKey;
  redirect: Redirect | undefined;
  /** Where it leads now, in words. */
  target: string | undefined;
  /** Whether a new one is a draft at first. */
  isDraft: boolean;
  onClose(): void;
}

/** Creates a redirect, or changes one. */
export function RedirectDialog({ site, redirect, target, isDraft, onClose }: DialogProps) {
  const [source, setSource] = useState(redirect?.source ?? '');
  const { destination, address, field } = useDestination(site, redirect, target);
  const submit = async (fields: FormData): Promise<void> => {
    if (!destination) throw new Error(t('redirectChoose'));
    const body: NewRedirect = {
      source,
      destination,
      captureWildcard: source.endsWith('*') && fields.get('rest') === 'on',
      permanent: fields.get('permanent') === 'on',
      draft: fields.get('draft') === 'on',
    };
    const saved = redirect ? await changeRedirect(site, redirect.id, body) : await createRedirect(site, body);
    const [warning] = saved.warnings ?? [];
    showToast(warning?.message ?? t('redirectSaved', { source: saved.source }), {
      isBad: warning !== undefined,
    });
    onClose();
  };
  return (
    <Dialog title={t(redirect ? 'redirectEdit' : 'redirectNew')} onClose={onClose}>
      <DialogForm submit={t('save')} onSubmit={submit} onClose={onClose}>
        <TextField
          name="source"
          label={t('redirectSource')}
          hint={t('redirectSourceHint')}
          required
          value={source}
          spellCheck={false}
          placeholder="/old/page"
          onChange={(event) => setSource(event.target.value)}
        />
        <SuggestField {...field} />
        <Check site={site} source={source.trim()} destination={destination} address={address} />
        {source.endsWith('*') && (
          <CheckField
            name="rest"
            label={t('redirectRest')}
            defaultChecked={redirect?.captureWildcard ?? true}
          />
        )}
        <CheckField
          name="permanent"
          label={t('redirectPermanent')}
          defaultChecked={redirect?.permanent ?? false}
        />
        <CheckField name="draft" label={t('redirectDraft')} defaultChecked={redirect?.draft ?? isDraft} />
      </DialogForm>
    </Dialog>
  );
}

/** Where the redirect leads: what was chosen or typed, and before that what it leads to already. */
function useDestination(site: SiteKey, redirect: Redirect | undefined, target: string | undefined) {
  const [text, setText] = useState(target ?? '');
  const [chosen, setChosen] = useState<SiteTarget>();
  const [isChanged, setChanged] = useState(false);
  const suggestions = useSiteTargets(site, isChanged && !chosen ? text : '');
  const typed = text.trim();
  const written = isAddress(typed) ? readDestination(typed) : undefined;
  const destination: NewRedirect['destination'] | undefined = isChanged
    ? chosen
      ? destinationOf(chosen)
      : written
    : redirect?.destination;
  const external = destination?.kind === 'external' ? destination.url : undefined;
  return {
    destination,
    address: chosen?.address ?? external,
    field: {
      name: 'destination',
      label: t('redirectTarget'),
      hint: t('redirectTargetHint'),
      list: t('redirectTargets'),
      none: isAddress(typed) ? undefined : t('redirectNoTargets'),
      required: true,
      placeholder: '/guides/install',
      value: text,
      suggestions,
      onType(next: string) {
        setText(next);
        setChosen(undefined);
        setChanged(true);
      },
      onChoose(found: SiteTarget) {
        setText(found.label);
        setChosen(found);
        setChanged(true);
      },
    },
  };
}

const CHECK_MS = 400;

/** Says whether readers would arrive, before anything is saved. */
function Check({
  site,
  source,
  destination,
  address,
}: {
  site: SiteKey;
  source: string;
  destination: NewRedirect['destination'] | undefined;
  address: string | undefined;
}) {
  const redirect = useSettled(
    destination && source.length > 1 ? { source, destination } : undefined,
    CHECK_MS,
  );
  const { data, error } = useQuery({
    ...redirectCheckQuery(site, redirect ?? { source, destination: readDestination(source) }),
    enabled: redirect !== undefined,
  });
  const [warning] = data?.warnings ?? [];
  const problem = error ? explain(error) : warning?.message;
  return (
    <p role="status" className={styles.check} data-bad={redirect !== undefined && problem !== undefined}>
      {redirect && (problem ?? (data && t('redirectWorks')))}{' '}
      {address !== undefined && (
        <a href={address} target="_blank" rel="noreferrer">
          {t('redirectOpenTarget')}
        </a>
      )}
    </p>
  );
}
