import { useInfiniteQuery } from '@tanstack/react-query';
import { api, repeatable } from '../../api/client.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { askFirst } from '../../app/dialogs.tsx';
import { MenuButton } from '../../app/menu.tsx';
import { Time } from '../../app/time.tsx';
import { showToast } from '../../app/toasts.tsx';
import { Loading } from '../../app/view.tsx';
import { CopyButton } from '../../forms/secret.tsx';
import { Badge, Section } from '../../forms/section.tsx';
import { type Column, MoreButton, Table } from '../../forms/table.tsx';
import { t } from '../../messages/messages.ts';
import { type ShareLink, type Site, type SiteKey, shareLinksQuery } from '../site-queries.ts';
import { showShareLinkDialog } from './share-link-dialogs.tsx';
import styles from './share-links.module.css';

const reread = (key: SiteKey) => queries.invalidateQueries({ queryKey: shareLinksQuery(key).queryKey });

/** The share links of a site. `isOpening`: whether they open it, as its visibility is. */
export function ShareLinks({
  site,
  siteKey,
  isOpening,
}: {
  site: Site;
  siteKey: SiteKey;
  isOpening: boolean;
}) {
  const links = useInfiniteQuery(shareLinksQuery(siteKey));
  const all = links.data?.pages.flatMap(({ items }) => items);
  return (
    <Section
      title={t('siteShareLinks')}
      text={t(
        !isOpening
          ? 'siteShareLinksLater'
          : site.published
            ? 'siteShareLinksHelp'
            : 'siteShareLinksUnpublished',
      )}
      actions={
        <Button icon="plus" onClick={() => showShareLinkDialog(siteKey, undefined)}>
          {t('siteNewLink')}
        </Button>
      }
    >
      {!all && <Loading label={t('loading')} rows={2} />}
      {all?.length === 0 && <p>{t('siteNoLinks')}</p>}
      {all && all.length > 0 && (
        <Table label={t('siteShareLinks')} columns={columnsFor(siteKey)} rows={all} keyOf={({ id }) => id} />
      )}
      <MoreButton list={links} />
    </Section>
  );
}

const isOver = ({ expiresAt }: ShareLink): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();

const columnsFor = (siteKey: SiteKey): Column<ShareLink>[] => [
  { label: t('name'), cell: ({ name }) => name },
  { label: t('siteState'), cell: (link) => <State link={link} /> },
  { label: t('siteCreatedAt'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    label: t('siteEnds'),
    cell: ({ expiresAt }) => (expiresAt === undefined ? t('siteNever') : <Time at={expiresAt} />),
  },
  { label: '', cell: (link) => <Actions link={link} siteKey={siteKey} /> },
];

function State({ link }: { link: ShareLink }) {
  const isOff = link.active === false;
  return (
    <Badge tone={isOff || isOver(link) ? 'plain' : 'good'}>
      {t(isOff ? 'siteLinkOff' : isOver(link) ? 'siteLinkOver' : 'siteLinkOn')}
    </Badge>
  );
}

function Actions({ link, siteKey }: { link: ShareLink; siteKey: SiteKey }) {
  const { name = '', urls } = link;
  return (
    <span className={styles.actions}>
      {urls.published !== undefined && <CopyButton value={urls.published} of={name} />}
      <MenuButton label={t('pageMenu', { title: name })} groups={() => menuOf(link, siteKey)} />
    </span>
  );
}

function menuOf(link: ShareLink, siteKey: SiteKey) {
  const { id: shareLinkId, name = '', active } = link;
  const path = { ...siteKey, shareLinkId };
  const setActive = async (isActive: boolean): Promise<void> => {
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}', {
      path,
      headers: repeatable(),
      body: { active: isActive },
    });
    await reread(siteKey);
    showToast(t(isActive ? 'siteLinkTurnedOn' : 'siteLinkTurnedOff', { name }));
  };
  return [
    {
      items: [
        { label: t('edit'), icon: 'edit' as const, run: () => showShareLinkDialog(siteKey, link) },
        active === false
          ? { label: t('siteTurnOn'), icon: 'check' as const, run: () => void setActive(true) }
          : {
              label: t('siteTurnOff'),
              icon: 'lock' as const,
              run: () =>
                askFirst(
                  {
                    title: t('siteTurnOffQuestion', { name }),
                    text: t('siteTurnOffText'),
                    submit: t('siteTurnOff'),
                    isDanger: true,
                  },
                  () => setActive(false),
                ),
            },
      ],
    },
    {
      items: [
        {
          label: t('delete'),
          icon: 'trash' as const,
          isDanger: true,
          run: () =>
            askFirst(
              {
                title: t('siteDeleteLinkQuestion', { name }),
                text: t('siteDeleteLinkText'),
                submit: t('delete'),
                isDanger: true,
              },
              async () => {
                await api.delete('/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}', {
                  path,
                  headers: repeatable(),
                });
                await reread(siteKey);
                showToast(t('deleted', { title: name }));
              },
            ),
        },
      ],
    },
  ];
}
