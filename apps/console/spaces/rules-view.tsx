import type { Schemas } from '@lectern/client/schema';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, type Space } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { CheckField, ChoiceField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';

type MergeRules = NonNullable<Schemas['UpdateSpaceByIdBody']['mergeRules']>;
type Rule = Extract<MergeRules, { type: 'rules' }>['rules'][number];

/** The rules without details of their own, in the order in which they are shown. */
const PLAIN = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_no_broken_links',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
  'allow_self_review',
] as const;

const isPlain = ({ rule }: Rule): boolean => (PLAIN as readonly string[]).includes(rule);

/** What a change request needs before it can be merged. */
export function RulesView({ owner: space }: PartProps<Space>) {
  const { mergeRules } = space;
  const own = mergeRules.type === 'rules' ? mergeRules.rules : [];
  const others = own.filter((rule) => !isPlain(rule));
  const [type, setType] = useState<MergeRules['type']>(mergeRules.type);
  const save = async (fields: FormData): Promise<void> => {
    const plain = PLAIN.filter((rule) => fields.has(rule)).map((rule) => ({ rule }));
    const rules: MergeRules = type === 'rules' ? { type, rules: [...plain, ...others] } : { type };
    const spaceId = space.id;
    await api.patch('/v1/spaces/{spaceId}', {
      path: { spaceId },
      headers: repeatable(),
      body: { mergeRules: rules },
    });
    void queries.invalidateQueries({ queryKey: ['space', spaceId] });
  };
  return (
    <View title={t('spaceRules')} viewKey={`rules ${space.id}`} lead={t('spaceRulesLead')}>
      <Section title={t('spaceRules')}>
        <Form onSubmit={save}>
          <ChoiceField
            name="type"
            label={t('spaceRulesWhich')}
            value={type}
            onChange={(value) => setType(value as MergeRules['type'])}
            choices={(['inherit', 'rules', 'none'] as const).map((value) => ({
              value,
              label: t(`spaceRules-${value}` as keyof Messages),
              hint: t(`spaceRulesHint-${value}` as keyof Messages),
            }))}
          />
          {type === 'rules' && (
            <>
              {PLAIN.map((rule) => (
                <CheckField
                  key={rule}
                  name={rule}
                  label={t(`spaceRule-${rule}` as keyof Messages)}
                  defaultChecked={own.some((one) => one.rule === rule)}
                />
              ))}
              {others.length > 0 && <small>{t('spaceRulesOthers', { count: others.length })}</small>}
            </>
          )}
        </Form>
      </Section>
    </View>
  );
}
