import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { type Organization, organizationsQuery, queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { TextField } from '../forms/fields.tsx';
import { CopyField } from '../forms/secret.tsx';
import { Badge, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { changeWithToast } from './change-with-toast.ts';
import styles from './people.module.css';
import { domainsQuery, refreshPeople } from './people-queries.ts';
import { nameOfRole, roleOfValue, roleOptions } from './roles.tsx';

async function changeOrganization(
  organizationId: string,
  body: { emailDomains?: string[]; defaultRole?: Organization['defaultRole'] },
): Promise<void> {
  await api.patch('/v1/orgs/{organizationId}', { path: { organizationId }, body });
  await queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
  await refreshPeople(organizationId);
}

/** The email domains whose users can join an organization. */
export function Domains({ owner }: PartProps<Organization>) {
  const { id: organizationId, emailDomains } = owner;
  const { data: domains, error } = useQuery(domainsQuery(organizationId));
  const add = (
    <Button
      look="primary"
      icon="plus"
      onClick={() => showDialog((close) => <NewDomain organization={owner} onClose={close} />)}
    >
      {t('domainAdd')}
    </Button>
  );
  const check = (domain: string) =>
    changeWithToast(async () => {
      const { state } = await api.post('/v1/orgs/{organizationId}/domains/{domain}/verification', {
        path: { organizationId, domain },
      });
      await refreshPeople(organizationId);
      showToast(state === 'verified' ? t('domainIsVerified', { domain }) : t('domainNotFound'), {
        isBad: state !== 'verified',
      });
    });
  const remove = (domain: string): void =>
    askFirst(
      {
        title: t('domainRemoveTitle', { domain }),
        text: t('domainRemoveText'),
        submit: t('peopleRemove'),
        isDanger: true,
      },
      () =>
        changeOrganization(organizationId, {
          emailDomains: emailDomains.filter((one) => one !== domain),
        }),
    );
  return (
    <View title={t('domains')} lead={t('domainsLead')} actions={add}>
      {!domains && error && <RouteError error={error} />}
      {!domains && !error && <Loading label={t('loading')} />}
      {domains?.length === 0 && (
        <EmptyState title={t('domainsNone')} text={t('domainsNoneText')}>
          {add}
        </EmptyState>
      )}
      {domains?.map(({ domain, state, record, checkedAt }) => (
        <Section
          key={domain}
          title={domain}
          text={
            <span className={styles.lines}>
              <Badge tone={state === 'verified' ? 'good' : 'warn'}>
                {t(state === 'verified' ? 'domainVerified' : 'domainPending')}
              </Badge>
              {checkedAt !== undefined && (
                <span>
                  {t('domainChecked')} <Time at={checkedAt} />
                </span>
              )}
            </span>
          }
          actions={
            <>
              <Button aria-label={t('domainCheckOf', { domain })} onClick={() => void check(domain)}>
                {t('domainCheck')}
              </Button>
              <Button aria-label={t('domainRemove', { domain })} onClick={() => remove(domain)}>
                {t('peopleRemove')}
              </Button>
            </>
          }
        >
          <p className={styles.note}>{t('domainRecord', { domain })}</p>
          <CopyField label={t('domainRecordName', { type: record.type })} value={record.name} />
          <CopyField label={t('domainRecordValue')} value={record.value} />
        </Section>
      ))}
      {domains && domains.length > 0 && (
        <Section title={t('domainRole')}>
          <div>
            <select
              className={styles.select}
              aria-label={t('domainRole')}
              value={owner.defaultRole ?? 'guest'}
              onChange={({ currentTarget }) => {
                const role = roleOfValue(currentTarget.value);
                void changeWithToast(
                  () => changeOrganization(organizationId, { defaultRole: role }),
                  t('domainRoleSaved', { role: nameOfRole(role) }),
                );
              }}
            >
              {roleOptions().map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </Section>
      )}
    </View>
  );
}

function NewDomain({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { id: organizationId, emailDomains } = organization;
  return (
    <Dialog title={t('domainAdd')} onClose={onClose}>
      <DialogForm
        submit={t('domainAdd')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const domain = String(fields.get('domain')).trim();
          await changeOrganization(organizationId, { emailDomains: [...emailDomains, domain] });
          onClose();
          showToast(t('domainAdded', { domain }));
        }}
      >
        <TextField
          name="domain"
          label={t('domainField')}
          hint={t('domainFieldHelp')}
          required
          maxLength={255}
          inputMode="url"
        />
      </DialogForm>
    </Dialog>
  );
}
