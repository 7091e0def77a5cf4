import type { RequestOf } from '@lectern/client/client';
import type { Organization } from '../api/queries.ts';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { MergeRuleFields, readMergeRules } from '../settings/merge-rule-fields.tsx';

type Body = RequestOf<'/v1/orgs/{organizationId}', 'patch'>['body'];

/** What a change request must meet before it is merged. */
export function MergeRulesSection({
  organization,
  save,
}: {
  organization: Organization;
  save(organization: Organization, body: Body): Promise<void>;
}) {
  const { mergeRules } = organization;
  return (
    <Section title={t('mergeRulesHeading')} text={t('mergeRulesLead')}>
      <Form
        label={t('mergeRulesHeading')}
        onSubmit={(fields) => {
          const rules = readMergeRules(fields, mergeRules);
          return save(organization, {
            mergeRules: rules.length === 0 ? { type: 'none' } : { type: 'rules', rules },
          });
        }}
      >
        <MergeRuleFields mergeRules={mergeRules} />
      </Form>
    </Section>
  );
}
