import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, repeatable } from '../api/client.ts';
import { queries, type Space } from '../api/queries.ts';
import { nameOf } from '../app/current.ts';
import { emojiOf } from '../app/icons.tsx';
import { restoreSpace } from '../app/restore-space.ts';
import { showToast } from '../app/toasts.tsx';
import { View } from '../app/view.tsx';
import { ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Facts, Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { currentLocale, t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { sitesOfSpaceQuery } from './space-sites.ts';
import { TransferPart } from './transfer-part.tsx';

/** The longest title of a space. */
const MAX_TITLE = 50;

/** The name, language and editing of a space, and its deletion. */
export function GeneralView({ owner: space }: PartProps<Space>) {
  const isAdmin = space.permissions.admin;
  return (
    <View title={t('spaceGeneral')} viewKey={`general ${space.id}`} lead={t('spaceGeneralLead')}>
      {isAdmin ? (
        <>
          <IdentityPart space={space} />
          <EditingPart space={space} />
        </>
      ) : (
        <Section title={t('spaceIdentity')} text={t('spaceNotAdmin')}>
          <Facts
            facts={[
              [t('spaceTitle'), nameOf(space.title, t('untitled'))],
              [t('spaceLanguage'), space.language ? nameOfLanguage(space.language) : t('spaceLanguageNone')],
              [t('spaceEditing'), t(`spaceEdit-${space.editMode}` as keyof Messages)],
            ]}
          />
        </Section>
      )}
      <Section title={t('spaceTranslations')} text={t('spaceTranslationsText')}>
        <div>
          <Link
            to="/o/$organizationId/$part"
            params={{ organizationId: space.organization, part: 'translations' }}
          >
            {t('spaceTranslationsOpen')}
          </Link>
        </div>
      </Section>
      {isAdmin && <TransferPart space={space} />}
      {isAdmin && <DeletionPart space={space} />}
    </View>
  );
}

const change = async (
  { id: spaceId, organization }: Space,
  body: Schemas['UpdateSpaceByIdBody'],
): Promise<void> => {
  await api.patch('/v1/spaces/{spaceId}', { path: { spaceId }, headers: repeatable(), body });
  void queries.invalidateQueries({ queryKey: ['space', spaceId], exact: true });
  void queries.invalidateQueries({ queryKey: ['organization', organization] });
};

function IdentityPart({ space }: { space: Space }) {
  const save = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    await change(space, {
      title: text('title'),
      emoji: text('emoji') || null,
      icon: text('icon') || null,
      language: (text('language') || null) as NonNullable<Space['language']> | null,
    });
  };
  return (
    <Section title={t('spaceIdentity')}>
      <Form label={t('spaceIdentity')} onSubmit={save}>
        <TextField
          name="title"
          label={t('spaceTitle')}
          defaultValue={space.title}
          maxLength={MAX_TITLE}
          required
        />
        <TextField
          name="emoji"
          label={t('spaceEmoji')}
          hint={t('spaceEmojiHint')}
          defaultValue={emojiOf(space.emoji) ?? ''}
          maxLength={16}
        />
        <TextField
          name="icon"
          label={t('spaceIcon')}
          hint={t('spaceIconHint')}
          type="url"
          defaultValue={space.urls.icon ?? ''}
        />
        <SelectField
          name="language"
          label={t('spaceLanguage')}
          hint={t('spaceLanguageHint')}
          defaultValue={space.language ?? ''}
          options={[['', t('spaceLanguageNone')], ...namedLanguages()]}
        />
      </Form>
    </Section>
  );
}

/** The languages that the service knows. */
const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  );

const nameOfLanguage = (code: string): string =>
  new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(code) ?? code;

const namedLanguages = (): (readonly [string, string])[] =>
  LANGUAGES.map((code) => [code, nameOfLanguage(code)] as const).sort(([, one], [, other]) =>
    one.localeCompare(other, currentLocale()),
  );

function EditingPart({ space }: { space: Space }) {
  const [editMode, setEditMode] = useState(space.editMode);
  return (
    <Section title={t('spaceEditing')}>
      <Form label={t('spaceEditing')} onSubmit={() => change(space, { editMode })}>
        <ChoiceField
          name="editMode"
          label={t('spaceEditingHow')}
          value={editMode}
          onChange={(value) => setEditMode(value as Space['editMode'])}
          choices={(['live', 'locked'] as const).map((value) => ({
            value,
            label: t(`spaceEdit-${value}` as keyof Messages),
            hint: t(`spaceEditHint-${value}` as keyof Messages),
          }))}
        />
      </Form>
    </Section>
  );
}

/** Says what is lost, and asks for the title of the space. */
function DeletionPart({ space }: { space: Space }) {
  const navigate = useNavigate();
  const { data: sites } = useQuery(sitesOfSpaceQuery(space.organization, space.id));
  const title = nameOf(space.title, t('untitled'));
  const remove = async (fields: FormData): Promise<void> => {
    if (String(fields.get('confirmation')).trim() !== title) throw new Error(t('spaceDeletionTyped'));
    const spaceId = space.id;
    await api.delete('/v1/spaces/{spaceId}', { path: { spaceId }, headers: repeatable() });
    showToast(t('deleted', { title }), {
      action: { label: t('undo'), run: () => void restoreSpace(spaceId) },
    });
    await navigate({
      to: '/o/$organizationId',
      params: { organizationId: space.organization },
      ignoreBlocker: true,
    });
    void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
  };
  return (
    <Section title={t('spaceDeletion')} text={t('spaceDeletionText')} isDanger>
      <ul>
        {space.changeRequestsOpen > 0 && (
          <li>{t('spaceDeletionRequests', { count: space.changeRequestsOpen })}</li>
        )}
        {space.gitSync && <li>{t('spaceDeletionGit', { name: space.gitSync.repoName ?? 'Git' })}</li>}
        {sites?.length === 0 && <li>{t('spaceDeletionNoSites')}</li>}
        {sites && sites.length > 0 && (
          <li>
            {t('spaceDeletionSites', { count: sites.length })}
            <ul>
              {sites.map(({ id, title: name }) => (
                <li key={id}>
                  <Link
                    to="/o/$organizationId/sites/$siteId"
                    params={{ organizationId: space.organization, siteId: id }}
                  >
                    {nameOf(name, t('untitled'))}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
      <Form
        label={t('spaceDeletion')}
        submit={t('spaceDeletionButton')}
        onSubmit={remove}
        done={null}
        isDanger
      >
        <TextField name="confirmation" label={t('spaceDeletionType', { title })} required />
      </Form>
    </Section>
  );
}
