import { ApiError } from '@lectern/client/api-error';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import styles from './redirects-view.module.css';

type Result = { source: string } & (
  | { target: string; rule: string }
  | { target?: undefined; problem?: string }
);

/** Asks where a path leads, through all redirects that follow each other. */
export function RedirectTest({ site }: { site: SiteKey }) {
  const [result, setResult] = useState<Result>();
  const run = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('path') ?? '').trim();
    if (typed === '') return;
    const source = typed.startsWith('/') ? typed : `/${typed}`;
    try {
      const { target, redirect } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/redirect', {
        path: site,
        query: { source },
      });
      setResult({ source, target, rule: redirect.source });
    } catch (error) {
      const isNone = error instanceof ApiError && error.status === 404;
      setResult({ source, ...(isNone ? {} : { problem: explain(error) }) });
    }
  };
  return (
    <form className={styles.test} aria-label={t('redirectTest')} onSubmit={(event) => void run(event)}>
      <TextField name="path" label={t('redirectTest')} placeholder="/old/page" />
      <Button type="submit">{t('redirectTestRun')}</Button>
      <p role="status" className={styles.result}>
        {result && <ShownResult result={result} />}
      </p>
    </form>
  );
}

function ShownResult({ result }: { result: Result }) {
  const { source } = result;
  if (result.target === undefined) return result.problem ?? t('redirectTestNone', { source });
  return (
    <>
      {t('redirectTestTo', { source })}{' '}
      <a href={result.target} target="_blank" rel="noreferrer">
        {result.target}
      </a>{' '}
      <small>({t('redirectTestRule', { source: result.rule })})</small>
    </>
  );
}
