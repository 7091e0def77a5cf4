import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PREFIX } from '../api/client.ts';
import type { Site } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { SelectField, TextField } from '../forms/fields.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { type SiteKey, structureQuery, useSiteKey } from '../sites/site-queries.ts';
import { RedirectDialog } from './redirect-dialog.tsx';
import { RedirectTest } from './redirect-test.tsx';
import {
  deleteRedirect,
  describeDestination,
  publishRedirect,
  type Redirect,
  redirectsQuery,
} from './redirects.ts';
import { RedirectsImport } from './redirects-import.tsx';
import styles from './redirects-view.module.css';
import { sitePagesQuery, siteSpacesQuery } from './site-pages.ts';

/** The redirects of a site: listed, tested, changed, imported and exported. */
export function RedirectsView({ owner: site }: PartProps<Site>) {
  const key = useSiteKey();
  const [search, setSearch] = useState('');
  const [draft, setDraft] = useState(false);
  const list = useInfiniteQuery(redirectsQuery(key, { draft, search }));
  const redirects = list.data?.pages.flatMap(({ items }) => items);
  const describe = useDescribe(key);
  const isEditable = site.permissions.edit;
  if (list.error && !redirects) return <RouteError error={list.error} />;
  const edit = (redirect?: Redirect): void =>
    showDialog((close) => (
      <RedirectDialog
        site={key}
        redirect={redirect}
        target={redirect && describe(redirect)}
        isDraft={draft}
        onClose={close}
      />
    ));
  const isEmpty = redirects?.length === 0;
  return (
    <View
      title={t('redirects')}
      lead={t('redirectsLead')}
      actions={
        <>
          <a
            className={styles.export}
            href={`${PREFIX}/v1/orgs/${key.organizationId}/sites/${key.siteId}/redirects.csv`}
            download
          >
            {t('redirectExport')}
          </a>
          {isEditable && (
            <>
              <Button onClick={() => showDialog((close) => <RedirectsImport site={key} onClose={close} />)}>
                {t('redirectImport')}
              </Button>
              <Button look="primary" icon="plus" onClick={() => edit()}>
                {t('redirectNew')}
              </Button>
            </>
          )}
        </>
      }
    >
      <RedirectTest site={key} />
      <div className={styles.filter}>
        <TextField
          name="search"
          type="search"
          label={t('redirectSearch')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SelectField
          name="shown"
          label={t('redirectShown')}
          value={draft ? 'draft' : 'live'}
          options={[
            ['live', t('redirectLive')],
            ['draft', t('redirectDrafts')],
          ]}
          onChange={({ target }) => setDraft(target.value === 'draft')}
        />
      </div>
      {!redirects && <Loading label={t('loading')} />}
      {isEmpty &&
        (search === '' ? (
          <EmptyState title={t('redirectNone')} text={t('redirectNoneText')} />
        ) : (
          <EmptyState title={t('redirectNoMatch')} />
        ))}
      {redirects && !isEmpty && (
        <Table
          label={t('redirects')}
          keyOf={({ id }) => id}
          rows={redirects}
          columns={[
            {
              label: t('redirectSource'),
              cell: ({ source }) => <code className={styles.path}>{source}</code>,
            },
            {
              label: t('redirectTarget'),
              cell: (redirect) => <Target redirect={redirect} text={describe(redirect)} />,
            },
            { label: t('redirectUses'), isNumber: true, cell: ({ uses = 0 }) => uses.toLocaleString() },
            {
              label: t('redirectLast'),
              cell: ({ lastUsedAt }) =>
                lastUsedAt === undefined ? t('redirectNever') : <Time at={lastUsedAt} />,
            },
            ...(isEditable
              ? [
                  {
                    label: '',
                    cell: (redirect: Redirect) => (
                      <RedirectActions site={key} redirect={redirect} onEdit={() => edit(redirect)} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <MoreButton list={list} />
    </View>
  );
}

/** Describes where a redirect leads. */
function useDescribe(site: SiteKey): (redirect: Redirect) => string {
  const { data: structure } = useQuery(structureQuery(site));
  const { data: spaces } = useQuery(siteSpacesQuery(site));
  const first = spaces?.find((one) => one.default) ?? spaces?.[0];
  const { data: pages = [] } = useQuery({
    ...sitePagesQuery(first?.space.id ?? ''),
    enabled: first !== undefined,
  });
  return ({ destination }) => describeDestination(destination, structure, pages);
}

function Target({ redirect, text }: { redirect: Redirect; text: string }) {
  const { destination, permanent, captureWildcard, draft } = redirect;
  return (
    <span className={styles.target}>
      {destination.kind === 'external' ? (
        <a href={destination.url} rel="noreferrer" target="_blank">
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      {captureWildcard && <Badge>{t('redirectBadge-rest')}</Badge>}
      {permanent && <Badge>{t('redirectBadge-permanent')}</Badge>}
      {draft && <Badge tone="info">{t('redirectBadge-draft')}</Badge>}
    </span>
  );
}

function RedirectActions({ site, redirect, onEdit }: { site: SiteKey; redirect: Redirect; onEdit(): void }) {
  const { id, source, draft } = redirect;
  const remove = (): void =>
    askFirst(
      {
        title: t('redirectDeleteTitle', { source }),
        text: t('redirectDeleteText'),
        submit: t('delete'),
        isDanger: true,
      },
      async () => {
        await deleteRedirect(site, id);
        showToast(t('redirectDeleted'));
      },
    );
  const publish = async (): Promise<void> => {
    await publishRedirect(site, source).then(
      () => showToast(t('redirectSaved', { source })),
      (error: Error) => showToast(error.message, { isBad: true }),
    );
  };
  return (
    <div className={styles.actions}>
      {draft && (
        <Button aria-label={`${t('redirectPublish')}: ${source}`} onClick={() => void publish()}>
          {t('redirectPublish')}
        </Button>
      )}
      <Button look="quiet" aria-label={`${t('edit')}: ${source}`} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button look="quiet" aria-label={`${t('delete')}: ${source}`} onClick={remove}>
        {t('delete')}
      </Button>
    </div>
  );
}
