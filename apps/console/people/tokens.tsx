import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client.ts';
import { type Organization, queries, type Session } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Badge } from '../forms/section.tsx';
import { MoreButton, Table } from '../forms/table.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { Expiry, expiryOptions, timeOfExpiry } from './expiry.tsx';
import styles from './people.module.css';
import { type Token, tokensQuery } from './people-queries.ts';
import { nameOfRole, roleOfValue, roleOptions } from './roles.tsx';

type Scope = 'read' | 'write' | 'admin';

const SCOPES: Record<Scope, { name: keyof Messages; help: keyof Messages }> = {
  read: { name: 'tokenScopeRead', help: 'tokenScopeReadHelp' },
  write: { name: 'tokenScopeWrite', help: 'tokenScopeWriteHelp' },
  admin: { name: 'tokenScopeAdmin', help: 'tokenScopeAdminHelp' },
};

/** The widest scope of a token, which contains the others. */
const scopeOf = ({ scopes }: Token): Scope =>
  (['admin', 'write', 'read'] as const).find((scope) => scopes.includes(scope)) ?? 'read';

/** What tells the service accounts of an organization from the tokens of a user. */
interface Kind {
  /** Undefined for the tokens of the user. */
  organizationId: string | undefined;
  title: keyof Messages;
  lead: keyof Messages;
  none: keyof Messages;
  noneText: keyof Messages;
  create: keyof Messages;
  submit: keyof Messages;
  column: keyof Messages;
}

/** The programs that work for an organization with a role of their own. */
export const ServiceAccounts = ({ owner }: PartProps<Organization>) => (
  <Tokens
    kind={{
      organizationId: owner.id,
      title: 'serviceAccounts',
      lead: 'serviceLead',
      none: 'serviceNone',
      noneText: 'serviceNoneText',
      create: 'serviceNew',
      submit: 'serviceCreate',
      column: 'serviceColumn',
    }}
  />
);

/** The tokens with which programs act as the user. */
export const AccountTokens = (_: PartProps<Session>) => (
  <Tokens
    kind={{
      organizationId: undefined,
      title: 'accountTokens',
      lead: 'accountTokensLead',
      none: 'accountTokensNone',
      noneText: 'accountTokensNoneText',
      create: 'tokenNew',
      submit: 'tokenCreate',
      column: 'tokenColumn',
    }}
  />
);

const refresh = (organizationId: string | undefined): Promise<void> =>
  queries.invalidateQueries({ queryKey: tokensQuery(organizationId).queryKey });

function Tokens({ kind }: { kind: Kind }) {
  const { organizationId } = kind;
  const list = useInfiniteQuery(tokensQuery(organizationId));
  const [created, setCreated] = useState<Token>();
  const tokens = list.data?.pages.flatMap(({ items }) => items);
  const create = (look: 'primary' | 'plain'): ReactNode => (
    <Button
      look={look}
      icon="plus"
      onClick={() => showDialog((close) => <NewToken kind={kind} onCreated={setCreated} onClose={close} />)}
    >
      {t(kind.create)}
    </Button>
  );
  const revoke = ({ id, title }: Token): void =>
    askFirst(
      {
        title: t('tokenRevokeTitle', { title }),
        text: t('tokenRevokeText'),
        submit: t('peopleRevoke'),
        isDanger: true,
      },
      async () => {
        await (organizationId === undefined
          ? api.delete('/v1/user/tokens/{tokenId}', { path: { tokenId: id } })
          : api.delete('/v1/orgs/{organizationId}/tokens/{tokenId}', {
              path: { organizationId, tokenId: id },
            }));
        if (created?.id === id) setCreated(undefined);
        showToast(t('tokenRevoked', { title }));
        await refresh(organizationId);
      },
    );
  return (
    <View title={t(kind.title)} lead={t(kind.lead)} actions={create('primary')}>
      {created?.token !== undefined && (
        <div className={styles.notice} data-tone="info">
          <div className={styles.steps}>
            <p role="status">{t('tokenCreated')}</p>
            <CopyField label={t('tokenSecret', { title: created.title })} value={created.token} isSecret />
          </div>
        </div>
      )}
      {!tokens && list.error && <RouteError error={list.error} />}
      {!tokens && !list.error && <Loading label={t('loading')} />}
      {tokens?.length === 0 && (
        <EmptyState title={t(kind.none)} text={t(kind.noneText)}>
          {create('plain')}
        </EmptyState>
      )}
      {tokens && tokens.length > 0 && (
        <>
          <Table
            label={t(kind.title)}
            rows={tokens}
            keyOf={({ id }) => id}
            columns={[
              { label: t(kind.column), cell: ({ title }) => title },
              ...(organizationId === undefined
                ? []
                : [{ label: t('roleLabel'), cell: ({ role }: Token) => nameOfRole(role ?? null) }]),
              { label: t('tokenScope'), cell: (token) => <Badge>{t(SCOPES[scopeOf(token)].name)}</Badge> },
              {
                label: t('peopleLastUsed'),
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === undefined ? t('tokenNeverUsed') : <Time at={lastUsedAt} />,
              },
              { label: t('peopleCreated'), cell: ({ createdAt }) => <Time at={createdAt} /> },
              {
                label: t('peopleExpires'),
                cell: ({ expiresAt }) =>
                  expiresAt === undefined ? t('tokenNoExpiry') : <Expiry at={expiresAt} />,
              },
              {
                label: '',
                cell: (token) => (
                  <div className={styles.actions}>
                    <Button
                      aria-label={t('tokenEditOf', { title: token.title })}
                      onClick={() =>
                        showDialog((close) => (
                          <EditToken organizationId={organizationId} token={token} onClose={close} />
                        ))
                      }
                    >
                      {t('edit')}
                    </Button>
                    <Button
                      aria-label={t('tokenRevokeOf', { title: token.title })}
                      onClick={() => revoke(token)}
                    >
                      {t('peopleRevoke')}
                    </Button>
                  </div>
                ),
              },
            ]}
          />
          <MoreButton list={list} />
        </>
      )}
    </View>
  );
}

function NewToken({
  kind,
  onCreated,
  onClose,
}: {
  kind: Kind;
  onCreated: (token: Token) => void;
  onClose: () => void;
}) {
  const { organizationId } = kind;
  const [scope, setScope] = useState<Scope>('write');
  return (
    <Dialog title={t(kind.create)} onClose={onClose}>
      <DialogForm
        submit={t(kind.submit)}
        onClose={onClose}
        onSubmit={async (fields) => {
          const body = {
            title: String(fields.get('title')).trim(),
            scopes: [scope],
            expiresAt: timeOfExpiry(String(fields.get('expires'))),
          };
          const token =
            organizationId === undefined
              ? await api.post('/v1/user/tokens', { body })
              : await api.post('/v1/orgs/{organizationId}/tokens', {
                  path: { organizationId },
                  body: { ...body, role: roleOfValue(String(fields.get('role'))) },
                });
          onCreated(token);
          onClose();
          await refresh(organizationId);
        }}
      >
        <TitleField />
        {organizationId !== undefined && <RoleField initial="read" />}
        <ChoiceField
          name="scope"
          label={t('tokenScope')}
          value={scope}
          onChange={(value) => setScope(value as Scope)}
          choices={Object.entries(SCOPES).map(([value, { name, help }]) => ({
            value,
            label: t(name),
            hint: t(help),
          }))}
        />
        <SelectField name="expires" label={t('peopleExpires')} defaultValue="90" options={expiryOptions()} />
      </DialogForm>
    </Dialog>
  );
}

/** Renames a token, and changes the role of a service account. The scope of a token never changes. */
const EditToken = ({
  organizationId,
  token: { id: tokenId, title, role },
  onClose,
}: {
  organizationId: string | undefined;
  token: Token;
  onClose: () => void;
}) => (
  <Dialog title={t('tokenEditOf', { title })} onClose={onClose}>
    <DialogForm
      submit={t('save')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const body = { title: String(fields.get('title')).trim() };
        if (organizationId === undefined)
          await api.patch('/v1/user/tokens/{tokenId}', { path: { tokenId }, body });
        else
          await api.patch('/v1/orgs/{organizationId}/tokens/{tokenId}', {
            path: { organizationId, tokenId },
            body: { ...body, role: roleOfValue(String(fields.get('role'))) },
          });
        onClose();
        await refresh(organizationId);
      }}
    >
      <TitleField initial={title} />
      {organizationId !== undefined && <RoleField initial={role ?? 'guest'} />}
    </DialogForm>
  </Dialog>
);

const TitleField = ({ initial }: { initial?: string }) => (
  <TextField
    name="title"
    label={t('tokenTitle')}
    hint={t('tokenTitleHelp')}
    required
    maxLength={100}
    defaultValue={initial}
  />
);

const RoleField = ({ initial }: { initial: string }) => (
  <SelectField
    name="role"
    label={t('roleLabel')}
    defaultValue={initial}
    options={roleOptions().map(({ value, label }) => [value, label])}
  />
);
