import { useNavigate } from '@tanstack/react-router';
import { api, repeatable } from '../api/client.ts';
import { Button } from '../app/button.tsx';
import { View } from '../app/view.tsx';
import { CheckField, SelectField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { askDelete, askUnpublish, askWithdraw } from './site-actions.ts';
import { cacheSite, rereadSite, type Site, useSiteKey } from './site-queries.ts';

type Level = NonNullable<Site['defaultLevel']> | 'none';

const LEVELS = ['inherit', 'admin', 'create', 'read', 'none'] as const;
const LEVEL_TEXTS = {
  inherit: 'siteLevelInherit',
  admin: 'siteLevelAdmin',
  create: 'siteLevelCreate',
  read: 'siteLevelRead',
  none: 'siteLevelNone',
} as const;

/** The settings of a site that have no part of their own, and what cannot be undone. */
export function SiteSettings({ owner: site }: { owner: Site }) {
  const path = useSiteKey();
  const navigate = useNavigate();
  const { organizationId } = path;
  const leave = () => navigate({ to: '/o/$organizationId/sites', params: { organizationId } });
  if (!site.permissions.admin)
    return (
      <View title={t('settings')} viewKey={`settings ${path.siteId}`}>
        <p>{t('siteAsksAdmin')}</p>
      </View>
    );
  const save = async (fields: FormData): Promise<void> => {
    const body = findChanges(site, fields);
    if (Object.keys(body).length === 0) return;
    cacheSite(
      await api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { path, headers: repeatable(), body }),
      path,
    );
    await rereadSite(path);
  };
  return (
    <View title={t('settings')} viewKey={`settings ${path.siteId}`}>
      <Form onSubmit={save}>
        <TextField
          name="title"
          label={t('siteTitleOfSite')}
          defaultValue={site.title}
          required
          minLength={2}
          maxLength={128}
        />
        <TextField
          name="basename"
          label={t('siteBasename')}
          hint={t('siteBasenameHelp')}
          defaultValue={site.basename}
          required
          minLength={3}
          maxLength={32}
        />
        <SelectField
          name="defaultLevel"
          label={t('siteDefaultLevel')}
          hint={t('siteDefaultLevelHelp')}
          defaultValue={site.defaultLevel ?? 'none'}
          options={levelsOf(site).map((level) => [level, nameOfLevel(level)])}
        />
        <CheckField
          name="apiRequests"
          label={t('siteApiRequests')}
          hint={t('siteApiRequestsHelp')}
          defaultChecked={site.apiRequests.enabled}
        />
        <CheckField
          name="ownServers"
          label={t('siteOwnServers')}
          hint={t('siteOwnServersHelp')}
          defaultChecked={site.apiRequests.ownServers}
        />
        <CheckField
          name="adaptiveContent"
          label={t('siteAdaptive')}
          hint={t('siteAdaptiveHelp')}
          defaultChecked={site.adaptiveContent.enabled}
        />
      </Form>
      <Section title={t('siteWithdraw')} text={t('siteWithdrawHelp')}>
        <Button onClick={() => askWithdraw(path, site)}>{t('siteWithdraw')}</Button>
      </Section>
      {site.published && (
        <Section title={t('siteUnpublish')} text={t('siteUnpublishText')}>
          <Button onClick={() => askUnpublish(path, site)}>{t('siteUnpublish')}</Button>
        </Section>
      )}
      <Section isDanger title={t('siteDelete')} text={t('siteDeleteHelp')}>
        <Button look="danger" onClick={() => askDelete(path, site, leave)}>
          {t('siteDelete')}
        </Button>
      </Section>
    </View>
  );
}

/** The levels that make a difference on a site, and the one that it has. */
const levelsOf = ({ defaultLevel }: Site): Level[] => [
  ...new Set<Level>([...LEVELS, defaultLevel ?? 'none']),
];

const nameOfLevel = (level: Level): string =>
  level in LEVEL_TEXTS ? t(LEVEL_TEXTS[level as keyof typeof LEVEL_TEXTS]) : level;

/** Only what was changed, so that the changes of others stay. */
function findChanges(site: Site, fields: FormData) {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const level = text('defaultLevel') as Level;
  const defaultLevel = level === 'none' ? null : level;
  const isOn = (name: string): boolean => fields.get(name) !== null;
  const adaptiveContent = { enabled: isOn('adaptiveContent') };
  const apiRequests = { enabled: isOn('apiRequests'), ownServers: isOn('ownServers') };
  const isSameTrying =
    apiRequests.enabled === site.apiRequests.enabled &&
    apiRequests.ownServers === site.apiRequests.ownServers;
  return {
    ...(text('title') === site.title ? {} : { title: text('title') }),
    ...(text('basename') === site.basename ? {} : { basename: text('basename') }),
    ...(defaultLevel === site.defaultLevel ? {} : { defaultLevel }),
    ...(isSameTrying ? {} : { apiRequests }),
    ...(adaptiveContent.enabled === site.adaptiveContent.enabled ? {} : { adaptiveContent }),
  };
}
