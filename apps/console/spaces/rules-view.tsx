import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, type Space } from '../api/queries.ts';
import { View } from '../app/view.tsx';
import { ChoiceField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { MergeRuleFields, readMergeRules } from '../settings/merge-rule-fields.tsx';

type Choice = Space['mergeRules']['type'];

/** What a change request needs before it can be merged. */
export function RulesView({ owner: space }: PartProps<Space>) {
  const { mergeRules } = space;
  const [type, setType] = useState<Choice>(mergeRules.type);
  const save = async (fields: FormData): Promise<void> => {
    const rules = type === 'rules' ? { type, rules: readMergeRules(fields, mergeRules) } : { type };
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
      <Form onSubmit={save}>
        <ChoiceField
          name="type"
          label={t('spaceRulesWhich')}
          value={type}
          onChange={(value) => setType(value as Choice)}
          choices={(['inherit', 'rules', 'none'] as const).map((value) => ({
            value,
            label: t(`spaceRules-${value}` as keyof Messages),
            hint: t(`spaceRulesHint-${value}` as keyof Messages),
          }))}
        />
        {type === 'rules' && <MergeRuleFields mergeRules={mergeRules} />}
      </Form>
    </View>
  );
}
