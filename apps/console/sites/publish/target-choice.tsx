import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { DialogForm } from '../../app/dialog.tsx';
import { Loading } from '../../app/view.tsx';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';
import { type Site, sitesOfSpaceQuery, sitesQuery, structureQuery } from '../site-queries.ts';
import { listSections } from '../structure/parts.ts';
import type { Target } from './publish.ts';
import styles from './publish-dialog.module.css';

const SHORTEST_TITLE = 2;

interface ChoiceProps {
  organizationId: string;
  space: { id: string; title: string };
  /** Whether a new site is wanted. */
  isNew: boolean;
  /** Whether the user may create sites. */
  mayCreate: boolean;
  onChoose: (target: Target) => void;
  onClose: () => void;
}

/** Asks on which site a space is published: one that it is on, a new one, or another one. */
export function TargetChoice(props: ChoiceProps) {
  const { organizationId, space, isNew } = props;
  const { data: there } = useQuery(sitesOfSpaceQuery(organizationId, space.id));
  const { data: some } = useInfiniteQuery(sitesQuery(organizationId, ''));
  if (!there || !some) return <Loading label={t('loading')} rows={3} />;
  const others = some.pages.flatMap(({ items }) => items).filter(({ permissions }) => permissions.create);
  const own = isNew ? [] : there.filter(({ permissions }) => permissions.create);
  return <TargetForm {...props} there={own} hasOthers={others.length > 0} />;
}

function TargetForm({
  organizationId,
  space,
  there,
  mayCreate,
  hasOthers,
  onChoose,
  onClose,
}: ChoiceProps & { there: readonly Site[]; hasOthers: boolean }) {
  const [chosen, setChosen] = useState(there[0]?.id ?? (mayCreate ? 'new' : 'other'));
  const [site, setSite] = useState<Site>();
  const choose = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const known = there.find(({ id }) => id === chosen);
    if (known) return onChoose({ to: 'there', site: known });
    if (chosen === 'new') return onChoose({ to: 'new', title: text('title') });
    if (!site) throw new Error(t('siteChooseSite'));
    if (text('as') === 'section') return onChoose({ to: 'section', site });
    return onChoose({ to: 'variant', site, sectionId: text('as') || undefined });
  };
  if (!mayCreate && !hasOthers && there.length === 0) return <p>{t('siteCannotPublish')}</p>;
  return (
    <DialogForm submit={t('siteContinue')} onSubmit={choose} onClose={onClose}>
      <fieldset className={styles.targets}>
        <legend>{t('siteWhichSite')}</legend>
        {there.map(({ id, title }) => (
          <Choice key={id} value={id} chosen={chosen} onChoose={setChosen} label={t('siteIsOn', { title })} />
        ))}
        {mayCreate && (
          <Choice value="new" chosen={chosen} onChoose={setChosen} label={t('siteOnNew')}>
            <TextField
              name="title"
              label={t('siteTitleOfSite')}
              required
              minLength={SHORTEST_TITLE}
              maxLength={128}
              defaultValue={space.title}
            />
          </Choice>
        )}
        {hasOthers && (
          <Choice value="other" chosen={chosen} onChoose={setChosen} label={t('siteOnOther')}>
            <OtherSite organizationId={organizationId} without={there} site={site} onChoose={setSite} />
          </Choice>
        )}
      </fieldset>
    </DialogForm>
  );
}

function Choice({
  value,
  chosen,
  label,
  onChoose,
  children,
}: {
  value: string;
  chosen: string;
  label: string;
  onChoose: (value: string) => void;
  children?: ReactNode;
}) {
  const isChosen = value === chosen;
  return (
    <div className={styles.target} data-chosen={isChosen}>
      <label>
        <input
          type="radio"
          name="target"
          value={value}
          checked={isChosen}
          // biome-ignore lint/a11y/noAutofocus: the dialog begins with the choice.
          autoFocus={isChosen}
          onChange={() => onChoose(value)}
        />
        <span>{label}</span>
      </label>
      {isChosen && children && <div className={styles.more}>{children}</div>}
    </div>
  );
}

/** Chooses another site, and as what the space stands there. */
function OtherSite({
  organizationId,
  without,
  site,
  onChoose,
}: {
  organizationId: string;
  without: readonly Site[];
  site: Site | undefined;
  onChoose: (site: Site | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const { data } = useInfiniteQuery(sitesQuery(organizationId, useDeferredValue(typed.trim())));
  const hidden = new Set(without.map(({ id }) => id));
  const sites = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id, permissions }) => permissions.create && !hidden.has(id));
  const isLong = typed !== '' || data?.pages.at(-1)?.next !== undefined;
  return (
    <>
      {isLong && (
        <TextField
          label={t('siteSearch')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <SelectField
        label={t('siteSite')}
        required
        value={site?.id ?? ''}
        onChange={(event) => onChoose(sites.find(({ id }) => id === event.target.value))}
        options={sites.map(({ id, title }) => [id, title])}
      >
        <option value="" disabled>
          {t('siteChooseSite')}
        </option>
      </SelectField>
      {site && <AsWhat organizationId={organizationId} site={site} />}
    </>
  );
}

function AsWhat({ organizationId, site }: { organizationId: string; site: Site }) {
  const { data: structure } = useQuery(structureQuery({ organizationId, siteId: site.id }));
  if (!structure) return <Loading label={t('loading')} rows={1} />;
  const sections = listSections(structure);
  return (
    <SelectField name="as" label={t('siteAsWhat')} hint={t('siteAsWhatHelp')} defaultValue="section">
      <option value="section">{t('siteAsSection')}</option>
      {sections.length === 0 ? (
        <option value="">{t('siteAsVariant')}</option>
      ) : (
        sections.map(({ id, title }) => (
          <option key={id} value={id}>
            {t('siteAsVariantOf', { title })}
          </option>
        ))
      )}
    </SelectField>
  );
}
