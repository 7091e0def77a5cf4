import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { conversationSettingsQuery } from '../api/conversations.ts';
import { queries } from '../api/queries.ts';
import { RouteError } from '../app/route-error.tsx';
import { Loading, View } from '../app/view.tsx';
import { TextAreaField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../messages/messages.ts';

interface MaskingRule {
  title: string;
  pattern: string;
}

/** How long conversations are kept, and what is masked in them. */
export function ConversationSettings({ organizationId }: { organizationId: string }) {
  const query = conversationSettingsQuery(organizationId);
  const { data: settings, error } = useQuery(query);
  if (error && !settings) return <RouteError error={error} />;
  return (
    <View title={t('conversationSettings')} lead={t('conversationSettingsLead')}>
      {!settings ? (
        <Loading label={t('loading')} />
      ) : (
        <Form
          onSubmit={async (fields) => {
            const days = String(fields.get('retentionDays')).trim();
            queries.setQueryData(
              query.queryKey,
              await api.patch('/v1/orgs/{organizationId}/conversations-settings', {
                path: { organizationId },
                body: {
                  retentionDays: days === '' ? null : Number(days),
                  maskingRules: readRules(String(fields.get('maskingRules'))),
                },
              }),
            );
          }}
        >
          <TextField
            name="retentionDays"
            type="number"
            min={1}
            max={3650}
            label={t('retentionDays')}
            hint={t('retentionDaysHint')}
            defaultValue={settings.retentionDays ?? ''}
          />
          <TextAreaField
            name="maskingRules"
            rows={6}
            label={t('maskingRules')}
            hint={t('maskingRulesHint')}
            defaultValue={settings.maskingRules
              .map(({ title, pattern }) => `${title}: ${pattern}`)
              .join('\n')}
          />
        </Form>
      )}
    </View>
  );
}

/** Reads one rule from each line: its name, a colon and its pattern. */
function readRules(text: string): MaskingRule[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      const rule = { title: line.slice(0, at).trim(), pattern: line.slice(at + 1).trim() };
      if (at < 0 || rule.title === '' || rule.pattern === '')
        throw new Error(t('maskingRuleInvalid', { line }));
      return rule;
    });
}
