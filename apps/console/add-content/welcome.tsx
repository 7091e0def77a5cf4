import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { type Organization, organizationsQuery, queries, spacesQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { useCurrent } from '../app/current.ts';
import { Icon } from '../app/icons.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showError } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { AddContent } from './add-content.tsx';
import type { AddSearch } from './add-search.ts';
import { importQuery, isActive } from './import-run.ts';

/** The first run of an organization: its name, its content, and its site. It is left at once if there is content. */
export function WelcomeView() {
  const { data: organizations, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  const { data: spaces } = useQuery({
    ...spacesQuery(organization?.id ?? ''),
    enabled: organization !== undefined,
  });
  const search = useSearch({ strict: false }) as AddSearch;
  if (error && !organizations) return <RouteError error={error} />;
  if (organizations && !organization) return <Navigate to="/" replace />;
  if (!organization || !spaces)
    return (
      <View title={t('welcomeTitle')}>
        <Loading label={t('loading')} />
      </View>
    );
  // Spaces that were made with the organization are not its own content: the documentation of the product.
  const hasContent = spaces.some(({ createdAt }) => createdAt !== organization.createdAt);
  if (!organization.permissions.createContent || (hasContent && search.import === undefined))
    return <Navigate to="/" replace />;
  return <Welcome organization={organization} importId={search.import} />;
}

type Step = 'name' | 'content' | 'publish';

function Welcome({ organization, importId }: { organization: Organization; importId: string | undefined }) {
  const navigate = useNavigate();
  const { data: run } = useQuery({
    ...importQuery(organization.id, importId ?? ''),
    enabled: importId !== undefined,
  });
  const isImported = run !== undefined && !run.dryRun && !isActive(run) && run.status === 'completed';
  const [isNamed, setNamed] = useState(importId !== undefined || !organization.permissions.admin);
  const [isImporting, setImporting] = useState(importId !== undefined);
  const now: Step = isImported ? 'publish' : isNamed ? 'content' : 'name';
  const open = (next: string | undefined): void => {
    void navigate({ to: '/welcome', search: next === undefined ? {} : { import: next } });
  };
  const assistant = (
    <AddContent organizationId={organization.id} target={{}} importId={importId} onOpen={open} />
  );
  const leave = (): void => {
    void navigate({ to: '/o/$organizationId', params: { organizationId: organization.id } });
  };
  return (
    <View
      title={t('welcomeTitle')}
      lead={t('welcomeLead')}
      actions={
        <Button look="quiet" onClick={leave}>
          {t(isImported ? 'goToMyOrganization' : 'setUpLater')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <StepItem number={1} title={t('stepName')} state={now === 'name' ? 'now' : 'done'}>
          <NameStep organization={organization} onDone={() => setNamed(true)} />
        </StepItem>
        <StepItem
          number={2}
          title={t('stepContent')}
          state={now === 'content' ? 'now' : now === 'name' ? 'waiting' : 'done'}
        >
          {isImporting ? assistant : <Ways organization={organization} onImport={() => setImporting(true)} />}
          <div className={styles.buttons}>
            {isImporting && importId === undefined && (
              <Button look="quiet" onClick={() => setImporting(false)}>
                {t('cancel')}
              </Button>
            )}
            {!isImporting && (
              <Button look="quiet" onClick={leave}>
                {t('skipStep')}
              </Button>
            )}
          </div>
        </StepItem>
        <StepItem number={3} title={t('stepPublish')} state={now === 'publish' ? 'now' : 'waiting'}>
          {assistant}
        </StepItem>
      </ol>
    </View>
  );
}

function StepItem({
  number,
  title,
  state,
  children,
}: {
  number: number;
  title: string;
  state: 'done' | 'now' | 'waiting';
  children: ReactNode;
}) {
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <h2>
        {title}
        {state === 'done' && <span className="visually-hidden"> – {t('stepIsDone')}</span>}
      </h2>
      {state === 'now' && <div className={styles.stepBody}>{children}</div>}
    </li>
  );
}

function NameStep({ organization, onDone }: { organization: Organization; onDone: () => void }) {
  const save = async (fields: FormData): Promise<void> => {
    const title = String(fields.get('title') ?? '').trim();
    if (title !== organization.title) {
      await api.patch('/v1/orgs/{organizationId}', {
        path: { organizationId: organization.id },
        headers: repeatable(),
        body: { title },
      });
      await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
    }
    onDone();
  };
  return (
    <>
      <p className={styles.soft}>{t('stepNameText')}</p>
      <Form
        submit={t('continueSetup')}
        onSubmit={save}
        actions={
          <Button look="quiet" onClick={onDone}>
            {t('skipStep')}
          </Button>
        }
      >
        <TextField
          name="title"
          label={t('nameOfOrganization')}
          required
          maxLength={128}
          defaultValue={organization.title}
        />
      </Form>
    </>
  );
}

/** The two ways to content: importing it, and writing it. */
function Ways({ organization, onImport }: { organization: Organization; onImport: () => void }) {
  const navigate = useNavigate();
  const write = async (): Promise<void> => {
    try {
      const { id } = await api.post('/v1/orgs/{organizationId}/spaces', {
        path: { organizationId: organization.id },
        headers: repeatable(),
        body: { title: t('firstSpaceTitle') },
      });
      await queries.invalidateQueries({ queryKey: ['organization', organization.id] });
      await navigate({ to: '/s/$spaceId', params: { spaceId: id } });
    } catch (error) {
      showError(explain(error));
    }
  };
  return (
    <div className={styles.ways}>
      <button type="button" onClick={onImport}>
        <Icon name="globe" />
        <strong>{t('bringImport')}</strong>
        <span className={styles.soft}>{t('bringImportText')}</span>
      </button>
      <button type="button" onClick={() => void write()}>
        <Icon name="edit" />
        <strong>{t('bringWriting')}</strong>
        <span className={styles.soft}>{t('bringWritingText')}</span>
      </button>
    </div>
  );
}
