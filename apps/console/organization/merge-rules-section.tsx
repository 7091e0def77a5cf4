import type { RequestOf } from '@lectern/client/client';
import { useState } from 'react';
import type { Organization } from '../api/queries.ts';
import { CheckField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

/** The rules that are on or off. Those with settings of their own are set through the API. */
const PLAIN_RULES = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_no_broken_links',
  'allow_self_review',
  'require_author_to_merge',
] as const;
type PlainRule = (typeof PLAIN_RULES)[number];

const isPlain = (rule: string): rule is PlainRule => (PLAIN_RULES as readonly string[]).includes(rule);

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
  const rules = mergeRules.type === 'rules' ? mergeRules.rules : [];
  const others = rules.filter(({ rule }) => !isPlain(rule));
  const [initial] = useState(() => new Set(rules.map(({ rule }) => rule)));
  return (
    <Section title={t('mergeRulesHeading')} text={t('mergeRulesLead')}>
      <Form
        label={t('mergeRulesHeading')}
        onSubmit={(fields) => {
          const chosen = PLAIN_RULES.filter((rule) => fields.has(rule)).map((rule) => ({ rule }));
          const all = [...chosen, ...others];
          return save(organization, {
            mergeRules: all.length === 0 ? { type: 'none' } : { type: 'rules', rules: all },
          });
        }}
      >
        {PLAIN_RULES.map((rule) => (
          <CheckField key={rule} name={rule} label={t(`rule-${rule}`)} defaultChecked={initial.has(rule)} />
        ))}
        {others.length > 0 && <p>{t('furtherRules', { count: others.length })}</p>}
      </Form>
    </Section>
  );
}
