import type { ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import {
  collectionsQuery,
  type Organization,
  organizationsQuery,
  queries,
  spacesQuery,
} from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { Loading, View } from '../app/view.tsx';
import { CheckField, SelectField, TextAreaField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { CopyButton, CopyField } from '../forms/secret.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { changeWithToast } from './change-with-toast.ts';
import { EXPIRIES, Expiry, expiryOptions, timeOfExpiry } from './expiry.tsx';
import styles from './people.module.css';
import { inviteLinksQuery, pendingInvitationsQuery, refreshPeople } from './people-queries.ts';
import { nameOfRole, roleOfValue, roleOptions } from './roles.tsx';

type Invited = ResponseOf<'/v1/orgs/{organizationId}/invites', 'post'>;

/** Inviting people to an organization, by email and by link. */
export const Invitations = ({ owner }: PartProps<Organization>) => (
  <View title={t('invitations')} lead={t('invitesLead')}>
    <InviteByMail organization={owner} />
    <Pending organizationId={owner.id} />
    <InviteLinks organization={owner} />
  </View>
);

const roleChoices = () => roleOptions().map(({ value, label }) => [value, label] as const);

function InviteByMail({ organization }: { organization: Organization }) {
  const organizationId = organization.id;
  const [invited, setInvited] = useState<Invited>();
  const [round, setRound] = useState(0);
  return (
    <Section title={t('invitesByMail')}>
      {invited && <InvitedPeople invited={invited} />}
      <Form
        // Empty again after each round.
        key={round}
        submit={t('invitesSend')}
        onSubmit={async (fields) => {
          const emails = String(fields.get('emails'))
            .split(/[\s,;]+/)
            .filter(Boolean);
          const body = {
            emails,
            role: roleOfValue(String(fields.get('role'))),
            ...(fields.get('sso') ? { sso: true } : {}),
          };
          setInvited(await api.post('/v1/orgs/{organizationId}/invites', { path: { organizationId }, body }));
          setRound((before) => before + 1);
          await refreshPeople(organizationId);
        }}
      >
        <TextAreaField
          name="emails"
          label={t('invitesEmails')}
          hint={t('invitesEmailsHelp')}
          rows={3}
          required
          inputMode="email"
        />
        <SelectField
          name="role"
          label={t('memberRoleTitle')}
          options={roleChoices()}
          defaultValue={organization.defaultRole ?? 'guest'}
        />
        <CheckField name="sso" label={t('invitesSso')} />
      </Form>
    </Section>
  );
}

/** What became of the addresses. */
function InvitedPeople({
  invited: { invited, known = [], failedSSOEmails = [], invitations = [] },
}: {
  invited: Invited;
}) {
  const emailsOf = (outcome: (typeof known)[number]['outcome']): string =>
    known.flatMap((one) => (one.outcome === outcome ? [one.email] : [])).join(', ');
  const [renewed, recent, joined] = [
    emailsOf('renewed'),
    emailsOf('mailed-just-now'),
    emailsOf('already-joined'),
  ];
  return (
    <div role="status" className={styles.notice} data-tone="info">
      <div className={styles.steps}>
        {invited > 0 && <p>{t('invitesSent', { count: invited })}</p>}
        {renewed !== '' && <p>{t('invitesAgain', { emails: renewed })}</p>}
        {recent !== '' && <p>{t('invitesRecent', { emails: recent })}</p>}
        {joined !== '' && <p>{t('invitesMembers', { emails: joined })}</p>}
        {failedSSOEmails.length > 0 && <p>{t('invitesNoSso', { emails: failedSSOEmails.join(', ') })}</p>}
        {invitations.length > 0 && <p>{t('invitesPass')}</p>}
        {invitations.map(({ user, email, url }) => (
          <CopyField key={user} label={email} value={url} isSecret />
        ))}
      </div>
    </div>
  );
}

function Pending({ organizationId }: { organizationId: string }) {
  const list = useInfiniteQuery(pendingInvitationsQuery(organizationId));
  const [link, setLink] = useState<{ email: string; url: string }>();
  const pending = list.data?.pages.flatMap(({ items }) => items);
  const renew = (userId: string, email: string) =>
    changeWithToast(
      async () => {
        const { url } = await api.post('/v1/orgs/{organizationId}/members/{userId}/invitation', {
          path: { organizationId, userId },
        });
        setLink(url === undefined ? undefined : { email, url });
        await refreshPeople(organizationId);
      },
      t('invitesRenewed', { email }),
    );
  const revoke = (userId: string, email: string): void =>
    askFirst(
      {
        title: t('memberRevokeTitle', { name: email }),
        text: t('memberRevokeText', { name: email }),
        submit: t('memberRevoke'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/members/{userId}/invitation', {
          path: { organizationId, userId },
        });
        showToast(t('memberRevoked', { name: email }));
        await refreshPeople(organizationId);
      },
    );
  return (
    <Section title={t('invitesPending')}>
      {link && <CopyField label={t('memberLink', { name: link.email })} value={link.url} isSecret />}
      {!pending && list.error && <RouteError error={list.error} />}
      {!pending && !list.error && <Loading label={t('loading')} rows={2} />}
      {pending?.length === 0 && <p className={styles.note}>{t('invitesPendingNone')}</p>}
      {pending && pending.length > 0 && (
        <Table
          label={t('invitesPending')}
          rows={pending}
          keyOf={({ user }) => user}
          columns={[
            { label: t('email'), cell: ({ email }) => email },
            { label: t('roleLabel'), cell: ({ role }) => nameOfRole(role) },
            {
              label: t('peopleExpires'),
              cell: ({ expiresAt }) =>
                expiresAt === undefined ? (
                  <Badge tone="warn">{t('invitesNoLink')}</Badge>
                ) : (
                  <Expiry at={expiresAt} />
                ),
            },
            {
              label: '',
              cell: ({ user, email }) => (
                <div className={styles.actions}>
                  <Button aria-label={t('invitesRenewOf', { email })} onClick={() => void renew(user, email)}>
                    {t('invitesRenew')}
                  </Button>
                  <Button aria-label={t('invitesRevokeOf', { email })} onClick={() => revoke(user, email)}>
                    {t('peopleRevoke')}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Section>
  );
}

/** Invite links work only in organizations that turned them on. */
const turnOnLinks = async (organizationId: string): Promise<void> => {
  await api.patch('/v1/orgs/{organizationId}', { path: { organizationId }, body: { inviteLinks: true } });
  await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
};

function InviteLinks({ organization }: { organization: Organization }) {
  const { id: organizationId, inviteLinks } = organization;
  const list = useInfiniteQuery(inviteLinksQuery(organizationId));
  const links = list.data?.pages.flatMap(({ items }) => items);
  const remove = (inviteId: string): void =>
    askFirst(
      {
        title: t('inviteLinkDeleteTitle'),
        text: t('inviteLinkDeleteText'),
        submit: t('delete'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/link-invites/{inviteId}', {
          path: { organizationId, inviteId },
        });
        showToast(t('inviteLinkDeleted'));
        await refreshPeople(organizationId);
      },
    );
  return (
    <Section
      title={t('inviteLinks')}
      text={t('inviteLinksLead')}
      actions={
        <Button
          icon="plus"
          onClick={() => showDialog((close) => <NewInviteLink organization={organization} onClose={close} />)}
        >
          {t('inviteLinkNew')}
        </Button>
      }
    >
      {!inviteLinks && links && links.length > 0 && (
        <div className={styles.notice}>
          <p>{t('inviteLinksOff')}</p>
          <Button
            onClick={() => void changeWithToast(() => turnOnLinks(organizationId), t('inviteLinksAreOn'))}
          >
            {t('inviteLinksOn')}
          </Button>
        </div>
      )}
      {!links && list.error && <RouteError error={list.error} />}
      {!links && !list.error && <Loading label={t('loading')} rows={2} />}
      {links?.length === 0 && <p className={styles.note}>{t('inviteLinksNone')}</p>}
      {links && links.length > 0 && (
        <Table
          label={t('inviteLinks')}
          rows={links}
          keyOf={({ id }) => id}
          columns={[
            { label: t('inviteLinkTo'), cell: (link) => placeOfLink(link) },
            { label: t('inviteLinkRole'), cell: ({ role, level }) => nameOfRole(role ?? level ?? null) },
            {
              label: t('inviteLinkExpires'),
              cell: ({ expiresAt }) =>
                expiresAt === undefined ? t('peopleNever') : <Expiry at={expiresAt} />,
            },
            {
              label: '',
              cell: (link) => (
                <div className={styles.actions}>
                  <CopyButton value={link.url} of={placeOfLink(link)} />
                  <Button
                    aria-label={t('inviteLinkEdit', { place: placeOfLink(link) })}
                    onClick={() =>
                      showDialog((close) => (
                        <EditInviteLink organizationId={organizationId} link={link} onClose={close} />
                      ))
                    }
                  >
                    {t('edit')}
                  </Button>
                  <Button
                    aria-label={t('inviteLinkDelete', { place: placeOfLink(link) })}
                    onClick={() => remove(link.id)}
                  >
                    {t('delete')}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      <MoreButton list={list} />
    </Section>
  );
}

const placeOfLink = ({
  space,
  collection,
}: {
  space?: { title: string };
  collection?: { title: string };
}): string => {
  const place = space ?? collection;
  return place ? place.title || t('untitled') : t('inviteLinkWhole');
};

function NewInviteLink({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { id: organizationId, inviteLinks } = organization;
  const { data: spaces = [] } = useQuery(spacesQuery(organizationId));
  const { data: collections = [] } = useQuery(collectionsQuery(organizationId));
  return (
    <Dialog title={t('inviteLinkNew')} onClose={onClose}>
      <DialogForm
        submit={t('inviteLinkCreate')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const [kind, id] = String(fields.get('place')).split('/');
          const role = roleOfValue(String(fields.get('role')));
          const place =
            kind === 'space'
              ? { space: id as string, level: role }
              : kind === 'collection'
                ? { collection: id as string, level: role }
                : { role };
          if (!inviteLinks && fields.get('turnOn')) await turnOnLinks(organizationId);
          const { url } = await api.post('/v1/orgs/{organizationId}/link-invites', {
            path: { organizationId },
            body: { ...place, expiresAt: timeOfExpiry(String(fields.get('expires'))) },
          });
          onClose();
          await refreshPeople(organizationId);
          showToast(t('inviteLinkCreated'), {
            action: { label: t('copy'), run: () => void navigator.clipboard.writeText(url) },
          });
        }}
      >
        <SelectField name="place" label={t('inviteLinkTo')}>
          <option value="">{t('inviteLinkWhole')}</option>
          {collections.length > 0 && (
            <optgroup label={t('collections')}>
              {collections.map(({ id, title }) => (
                <option key={id} value={`collection/${id}`}>
                  {title || t('untitled')}
                </option>
              ))}
            </optgroup>
          )}
          {spaces.length > 0 && (
            <optgroup label={t('spaces')}>
              {spaces.map(({ id, title }) => (
                <option key={id} value={`space/${id}`}>
                  {title || t('untitled')}
                </option>
              ))}
            </optgroup>
          )}
        </SelectField>
        <RoleOfLink initial={organization.defaultRole ?? 'guest'} />
        <SelectField
          name="expires"
          label={t('inviteLinkExpires')}
          defaultValue={EXPIRIES[0]}
          options={expiryOptions()}
        />
        {!inviteLinks && (
          <CheckField name="turnOn" label={t('inviteLinksOn')} hint={t('inviteLinksOff')} defaultChecked />
        )}
      </DialogForm>
    </Dialog>
  );
}

const RoleOfLink = ({ initial }: { initial: string }) => (
  <SelectField name="role" label={t('inviteLinkRole')} defaultValue={initial} options={roleChoices()} />
);

/** The choice that leaves the end of a link as it is. */
const SAME_EXPIRY = 'same';

function EditInviteLink({
  organizationId,
  link,
  onClose,
}: {
  organizationId: string;
  link: Schemas['LinkInvite'];
  onClose: () => void;
}) {
  const isForPlace = link.space !== undefined || link.collection !== undefined;
  return (
    <Dialog title={t('inviteLinkEdit', { place: placeOfLink(link) })} onClose={onClose}>
      <DialogForm
        submit={t('save')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const role = roleOfValue(String(fields.get('role')));
          const expires = String(fields.get('expires'));
          await api.patch('/v1/orgs/{organizationId}/link-invites/{inviteId}', {
            path: { organizationId, inviteId: link.id },
            body: {
              ...(isForPlace ? { level: role } : { role }),
              ...(expires === SAME_EXPIRY ? {} : { expiresAt: timeOfExpiry(expires) }),
            },
          });
          onClose();
          await refreshPeople(organizationId);
        }}
      >
        <RoleOfLink initial={link.role ?? link.level ?? 'guest'} />
        <SelectField
          name="expires"
          label={t('inviteLinkExpires')}
          defaultValue={SAME_EXPIRY}
          options={[[SAME_EXPIRY, t('inviteLinkSameExpiry')], ...expiryOptions()]}
        />
      </DialogForm>
    </Dialog>
  );
}
