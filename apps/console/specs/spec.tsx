import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { type Spec, type SpecKey, specQuery } from '../api/specs.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { CheckField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Facts, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { readSource, SourceFields, type SpecSource } from './source-fields.tsx';
import { SpecState } from './spec-state.tsx';
import { SpecVersions } from './spec-versions.tsx';
import styles from './specs.module.css';

const SPEC = '/v1/orgs/{organizationId}/openapi/{specSlug}';

/** One spec: its state, its versions with their changes, and its settings. */
export function SpecView(path: SpecKey) {
  const { specSlug } = path;
  const { data: spec, error } = useQuery(specQuery(path));
  if (error && !spec) return <RouteError error={error} />;
  return (
    <View title={specSlug} viewKey={specSlug} lead={spec && <SpecState spec={spec} />} isWide>
      {!spec ? (
        <Loading label={t('loading')} />
      ) : (
        <>
          <Source path={path} spec={spec} />
          <Problems spec={spec} />
          <SpecVersions path={path} latest={spec.lastVersion} />
          <Section
            title={t('specUse')}
            text={t('specUseText', { block: t('blockOperation'), entry: t('newReference') })}
          />
          {spec.permissions.edit && <Sharing path={path} spec={spec} />}
          {spec.permissions.edit && <Deletion path={path} />}
        </>
      )}
    </View>
  );
}

const refresh = async (path: SpecKey): Promise<void> => {
  await queries.invalidateQueries({ queryKey: ['organization', path.organizationId, 'specs'] });
  await queries.invalidateQueries({ queryKey: specQuery(path).queryKey });
};

async function replaceSource(path: SpecKey, source: SpecSource): Promise<void> {
  queries.setQueryData(specQuery(path).queryKey, await api.put(SPEC, { path, body: { source } }));
  await refresh(path);
}

function Source({ path, spec }: { path: SpecKey; spec: Spec }) {
  const { sourceURL: url, lastProcessedAt, permissions } = spec;
  const [isChanging, setChanging] = useState(false);
  return (
    <Section
      title={t('specSource')}
      actions={
        permissions.edit && (
          <>
            {url !== undefined && (
              <Button
                icon="replace"
                onClick={() =>
                  void replaceSource(path, { url }).then(
                    () => showToast(t('specRefreshes')),
                    (error: unknown) => showError(explain(error)),
                  )
                }
              >
                {t('refreshSpec')}
              </Button>
            )}
            <Button aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              {t(url === undefined ? 'uploadSpec' : 'changeSpecSource')}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('specSource'), url ?? t('specUploaded')],
          ...(lastProcessedAt
            ? [[t('recordColumnChecked'), <Time key="at" at={lastProcessedAt} />] as const]
            : []),
        ]}
      />
      {isChanging && (
        <Form
          label={t('changeSpecSource')}
          onSubmit={async (fields) => {
            await replaceSource(path, await readSource(fields));
            setChanging(false);
          }}
        >
          <SourceFields url={url} />
        </Form>
      )}
    </Section>
  );
}

function Problems({ spec }: { spec: Spec }) {
  const { lastProcessErrorCode: code, lastProcessedErrors: problems, lastProcessedErrorCount: count } = spec;
  if (count === 0 && !code) return null;
  return (
    <Section title={t('specProblems', { count: Math.max(count, 1) })} text={code && t(`specError-${code}`)}>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ message, file, line, severity }) => (
            <li key={`${file} ${line} ${message}`} data-severity={severity}>
              {line !== undefined && <strong>{t('specLine', { line })}</strong>} {message}
              {file !== undefined && <small>{file}</small>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const Sharing = ({ path, spec }: { path: SpecKey; spec: Spec }) => (
  <Section title={t('specSharing')}>
    <Form
      label={t('specSharing')}
      onSubmit={async (fields) => {
        const visibility = fields.has('public') ? 'public' : 'private';
        queries.setQueryData(specQuery(path).queryKey, await api.patch(SPEC, { path, body: { visibility } }));
        await refresh(path);
      }}
    >
      <CheckField
        name="public"
        label={t('specVisibility')}
        hint={t('specVisibilityHint')}
        defaultChecked={spec.visibility === 'public'}
      />
    </Form>
    {spec.urls.published && <CopyField label={t('specPublicAddress')} value={spec.urls.published} />}
  </Section>
);

function Deletion({ path }: { path: SpecKey }) {
  const navigate = useNavigate();
  const { organizationId, specSlug: name } = path;
  return (
    <Section
      title={t('specDeletion')}
      isDanger
      actions={
        <Button
          look="danger"
          onClick={() =>
            askFirst(
              {
                title: t('deleteSpecTitle', { name }),
                text: t('deleteSpecText'),
                submit: t('deleteSpec'),
                isDanger: true,
              },
              async () => {
                await api.delete(SPEC, { path });
                void queries.invalidateQueries({ queryKey: ['organization', organizationId, 'specs'] });
                await navigate({ to: '/o/$organizationId/$part', params: { organizationId, part: 'specs' } });
                showToast(t('specDeleted', { name }));
              },
            )
          }
        >
          {t('deleteSpec')}
        </Button>
      }
    />
  );
}
