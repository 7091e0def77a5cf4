import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createId, repeatable } from '../../api/client.ts';
import { mayPublish } from '../../api/may-publish.ts';
import { type Space, spacesQuery } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { Dialog, DialogForm } from '../../app/dialog.tsx';
import { showToast } from '../../app/toasts.tsx';
import { CheckField, SelectField, TextField } from '../../forms/fields.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { rereadSite, type SiteKey, type SiteStructure, structureQuery } from '../site-queries.ts';
import { addPart } from './add-part.ts';
import { movePart } from './change-structure.ts';
import { IconField } from './icon-field.tsx';
import { languageName, listLanguages } from './languages.ts';
import styles from './part-dialog.module.css';
import type { PartForm } from './part-form.ts';
import {
  contains,
  findPart,
  languagesOf,
  listGroups,
  listSections,
  listVariants,
  type Part,
} from './parts.ts';
import { StartPageField } from './start-page-field.tsx';
import { ChangedByOthers, type Changes, FIELDS, type PartFields, savePart } from './update-part.ts';

const TITLES: Record<Part['object'], { add: keyof Messages; edit: keyof Messages }> = {
  'site-section': { add: 'siteAddSection', edit: 'siteEditSection' },
  'site-section-group': { add: 'siteAddGroup', edit: 'siteEditGroup' },
  'site-external-link': { add: 'siteAddLink', edit: 'siteEditLink' },
  'site-space': { add: 'siteAddVariant', edit: 'siteEditVariant' },
};

/** The shortest and the longest titles. */
const LENGTHS: Record<Part['object'], [number, number]> = {
  'site-section': [2, 64],
  'site-section-group': [1, 100],
  'site-external-link': [2, 128],
  'site-space': [2, 128],
};

interface DialogProps {
  siteKey: SiteKey;
  form: PartForm;
  onClose: () => void;
}

export function PartDialog(props: DialogProps) {
  const { siteKey, form } = props;
  const { data: structure } = useQuery(structureQuery(siteKey));
  if (!structure) return null;
  return form.placed ? (
    <EditDialog {...props} structure={structure} first={form.placed.part} />
  ) : (
    <AddDialog {...props} structure={structure} />
  );
}

type Text = (name: string) => string;
const textOf =
  (fields: FormData): Text =>
  (name) =>
    String(fields.get(name) ?? '').trim();

/** What a form says about a field of a part. */
const READERS: {
  [Name in keyof PartFields]: (text: Text, languages: readonly string[]) => PartFields[Name];
} = {
  title: (text) => text('title') || null,
  path: (text) => text('path'),
  icon: (text) => text('icon') || null,
  description: (text) => text('description') || null,
  url: (text) => text('url'),
  draft: (text) => text('draft') === 'on',
  hidden: (text) => text('hidden') === 'on',
  localizedTitle: (text, languages) => readTexts('title', text, languages),
  localizedDescription: (text, languages) => readTexts('description', text, languages),
  condition: (text) => text('condition') || null,
  pageId: (text) => text('page') || null,
};

/** The texts of a field in several languages. */
function readTexts(name: string, text: Text, languages: readonly string[]): Record<string, string> | null {
  const texts = languages.flatMap((language) => {
    const one = text(`${name}-${language}`);
    return one === '' ? [] : [[language, one] as const];
  });
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

function EditDialog({
  siteKey,
  structure,
  first,
  form,
  onClose,
}: DialogProps & { structure: SiteStructure; first: Part }) {
  const [before, setBefore] = useState(first);
  const [languages] = useState(() => [
    ...new Set([
      ...languagesOf(structure),
      ...Object.keys(first.localizedTitle ?? {}),
      ...Object.keys(descriptionsOf(first)),
    ]),
  ]);
  const { object } = first;
  const parent = form.placed?.parent?.id;
  const save = async (fields: FormData): Promise<void> => {
    const text = textOf(fields);
    const wanted: Changes = {};
    for (const name of FIELDS[object]) {
      // A variant without a title of its own stays so.
      if (name === 'title' && text('title') === ownTitle(before)) continue;
      (wanted as Record<string, unknown>)[name] = READERS[name](text, languages);
    }
    try {
      await savePart(siteKey, before, wanted);
    } catch (error) {
      if (error instanceof ChangedByOthers) setBefore(error.part);
      throw error;
    }
    if (object !== 'site-space' && text('group') !== (parent ?? ''))
      await movePart(siteKey, first.id, { to: 'into', group: text('group') || undefined });
    onClose();
    await rereadSite(siteKey);
    showToast(t('siteChanged', { title: text('title') || first.title }));
  };
  return (
    <Dialog title={t(TITLES[object].edit)} onClose={onClose}>
      <DialogForm submit={t('save')} onSubmit={save} onClose={onClose}>
        <TitleInput kind={object} value={ownTitle(first)} placeholder={first.title} />
        <MoreFields part={first} />
        {object !== 'site-space' && <GroupSelect structure={structure} without={first.id} value={parent} />}
        {languages.length > 1 && (
          <fieldset className={styles.languages}>
            <legend>{t('siteTitlesInLanguages')}</legend>
            {languages.map((language) => (
              <TextField
                key={language}
                name={`title-${language}`}
                label={languageName(language)}
                maxLength={128}
                defaultValue={first.localizedTitle?.[language] ?? ''}
              />
            ))}
            {hasDescription(first) &&
              languages.map((language) => (
                <TextField
                  key={language}
                  name={`description-${language}`}
                  label={`${t('description')} (${languageName(language)})`}
                  maxLength={256}
                  defaultValue={descriptionsOf(first)[language] ?? ''}
                />
              ))}
          </fieldset>
        )}
        <CheckField
          name="draft"
          label={t('siteDraft')}
          hint={t('siteDraftHelp')}
          defaultChecked={first.draft}
        />
        {first.object !== 'site-section-group' && <ConditionInput value={first.condition ?? ''} />}
        {first.object === 'site-space' && (
          <CheckField
            name="hidden"
            label={t('siteHidden')}
            hint={t('siteHiddenHelp')}
            defaultChecked={first.hidden}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

const hasDescription = (part: Part): part is Extract<Part, { description?: string }> =>
  part.object === 'site-section' || part.object === 'site-external-link';

const descriptionsOf = (part: Part): Record<string, string> =>
  ('localizedDescription' in part && part.localizedDescription) || {};

/** The title of a variant is that of its space unless it has its own. */
const ownTitle = (part: Part): string =>
  part.object === 'site-space' && part.title === part.space.title ? '' : part.title;

function MoreFields({ part }: { part: Part }) {
  return (
    <>
      {'path' in part && (
        <TextField
          name="path"
          label={t('sitePath')}
          hint={t(part.default ? 'sitePathOfDefault' : 'sitePathHelp')}
          required
          spellCheck={false}
          maxLength={100}
          pattern="[a-z0-9._\-][a-z0-9._~\-]*"
          defaultValue={part.path}
        />
      )}
      {part.object === 'site-external-link' && <UrlInput value={part.url} />}
      {part.object !== 'site-space' && <IconField value={part.icon ?? ''} />}
      {part.object === 'site-space' && (
        <StartPageField spaceId={part.space.id} value={part.pageId ?? undefined} />
      )}
      {hasDescription(part) && (
        <TextField
          name="description"
          label={t('description')}
          maxLength={256}
          defaultValue={part.description ?? ''}
        />
      )}
    </>
  );
}

function AddDialog({ siteKey, structure, form, onClose }: DialogProps & { structure: SiteStructure }) {
  const { kind, into } = form;
  const [key] = useState(createId);
  const needsSpace = kind === 'site-section' || kind === 'site-space';
  const send = async (fields: FormData): Promise<void> => {
    const text = textOf(fields);
    const title = await addPart(siteKey, kind, text, repeatable(key));
    onClose();
    await rereadSite(siteKey);
    showToast(t('siteAdded', { title }));
  };
  return (
    <Dialog title={t(TITLES[kind].add)} onClose={onClose}>
      <DialogForm submit={t('siteAdd')} onSubmit={send} onClose={onClose}>
        <p>{t(HELP[kind])}</p>
        {needsSpace && <SpaceSelect siteKey={siteKey} structure={structure} />}
        {kind === 'site-space' && <SectionSelect structure={structure} value={into} />}
        <TitleInput kind={kind} value="" isOptional={needsSpace} />
        {kind === 'site-external-link' && <UrlInput value="" />}
        {kind === 'site-space' && <LanguageSelect />}
        {kind !== 'site-space' && <IconField value="" />}
        {kind !== 'site-space' && <GroupSelect structure={structure} value={into} />}
      </DialogForm>
    </Dialog>
  );
}

const HELP: Record<Part['object'], keyof Messages> = {
  'site-section': 'siteAddSectionHelp',
  'site-section-group': 'siteAddGroupHelp',
  'site-external-link': 'siteAddLinkHelp',
  'site-space': 'siteAddVariantHelp',
};

function TitleInput({
  kind,
  value,
  placeholder,
  isOptional = kind === 'site-space',
}: {
  kind: Part['object'];
  value: string;
  placeholder?: string;
  isOptional?: boolean;
}) {
  const [minLength, maxLength] = LENGTHS[kind];
  return (
    <TextField
      name="title"
      label={t('siteTitle')}
      {...(isOptional ? { hint: t('siteTitleOfSpace') } : {})}
      required={!isOptional}
      autoFocus={!isOptional}
      minLength={minLength}
      maxLength={maxLength}
      defaultValue={value}
      placeholder={isOptional ? placeholder : undefined}
    />
  );
}

const ConditionInput = ({ value }: { value: string }) => (
  <TextField
    name="condition"
    label={t('siteCondition')}
    hint={t('siteConditionHelp', { example: 'visitor.claims.plan == "pro"' })}
    spellCheck={false}
    maxLength={1024}
    defaultValue={value}
  />
);

const UrlInput = ({ value }: { value: string }) => (
  <TextField
    name="url"
    label={t('siteLinkAddress')}
    type="url"
    required
    placeholder="https://"
    defaultValue={value}
  />
);

function SpaceSelect({ siteKey, structure }: { siteKey: SiteKey; structure: SiteStructure }) {
  const { data: spaces = [] } = useQuery(spacesQuery(siteKey.organizationId));
  const onSite = new Set(listVariants(structure).map(({ space }) => space.id));
  const offered = spaces.filter(mayPublish).sort(byTitle);
  return (
    <SelectField name="space" label={t('siteSpace')} required autoFocus defaultValue="">
      <option value="" disabled>
        {t('siteChooseSpace')}
      </option>
      {offered.map(({ id, title }) => (
        <option key={id} value={id}>
          {onSite.has(id)
            ? t('siteAlreadyHere', { title: nameOf(title, t('untitled')) })
            : nameOf(title, t('untitled'))}
        </option>
      ))}
      <option value="new">{t('siteNewSpace')}</option>
    </SelectField>
  );
}

const byTitle = (one: Space, other: Space): number => one.title.localeCompare(other.title);

function SectionSelect({ structure, value }: { structure: SiteStructure; value: string | undefined }) {
  const sections = listSections(structure);
  if (sections.length === 0) return null;
  const byDefault = sections.find((section) => section.default)?.id;
  return (
    <SelectField
      name="section"
      label={t('siteSection')}
      defaultValue={value ?? byDefault}
      options={sections.map(({ id, title }) => [id, title])}
    />
  );
}

function GroupSelect({
  structure,
  without,
  value,
}: {
  structure: SiteStructure;
  /** A group cannot be in itself. */
  without?: string;
  value: string | undefined;
}) {
  const part = without === undefined ? undefined : findPart(structure, without)?.part;
  const groups = listGroups(structure).filter(({ id }) => id !== without && !(part && contains(part, id)));
  if (groups.length === 0) return null;
  return (
    <SelectField
      name="group"
      label={t('siteGroup')}
      defaultValue={value ?? ''}
      options={groups.map(({ id, title }) => [id, title])}
    >
      <option value="">{t('siteNoGroup')}</option>
    </SelectField>
  );
}

const LanguageSelect = () => (
  <SelectField
    name="language"
    label={t('siteLanguage')}
    hint={t('siteLanguageHelp')}
    defaultValue=""
    options={listLanguages().map(({ value, name }) => [value, name])}
  >
    <option value="">{t('siteLanguageOfSpace')}</option>
  </SelectField>
);
