import type { Schemas } from '@lectern/client/schema';
import { CheckField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';

type MergeRules = NonNullable<Schemas['UpdateSpaceByIdBody']['mergeRules']>;
type MergeRule = Extract<MergeRules, { type: 'rules' }>['rules'][number];

/** The rules without settings of their own, in the order in which they are shown. Others are set through the API. */
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

const listRules = (mergeRules: MergeRules): MergeRule[] =>
  mergeRules.type === 'rules' ? mergeRules.rules : [];

const listOthers = (mergeRules: MergeRules): MergeRule[] =>
  listRules(mergeRules).filter(({ rule }) => !(PLAIN as readonly string[]).includes(rule));

/** The rules of a form with these fields. `mergeRules`: the present ones; those that the fields do not show are kept. */
export const readMergeRules = (fields: FormData, mergeRules: MergeRules): MergeRule[] => [
  ...PLAIN.filter((rule) => fields.has(rule)).map((rule) => ({ rule })),
  ...listOthers(mergeRules),
];

/** What a change request needs before it can be merged. */
export function MergeRuleFields({ mergeRules }: { mergeRules: MergeRules }) {
  const chosen = new Set(listRules(mergeRules).map(({ rule }) => rule));
  const others = listOthers(mergeRules);
  return (
    <>
      {PLAIN.map((rule) => (
        <CheckField key={rule} name={rule} label={t(`mergeRule-${rule}`)} defaultChecked={chosen.has(rule)} />
      ))}
      {others.length > 0 && <small>{t('mergeRulesOthers', { count: others.length })}</small>}
    </>
  );
}
