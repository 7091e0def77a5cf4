import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, createId, repeatable } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { TextField } from '../forms/fields.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { Dialog, DialogForm } from './dialog.tsx';
import { emojiOf } from './icons.tsx';

export type PlaceForm =
  | { kind: 'space' | 'collection'; organizationId: string; parent: string | undefined }
  | { kind: 'rename-space'; spaceId: string; title: string; emoji: string }
  | { kind: 'rename-collection'; collectionId: string; title: string; description: string }
  | { kind: 'organization' };

const TEXTS: Record<PlaceForm['kind'], { title: keyof Messages; submit: keyof Messages }> = {
  space: { title: 'newSpace', submit: 'create' },
  collection: { title: 'newCollection', submit: 'create' },
  organization: { title: 'newOrganization', submit: 'create' },
  'rename-space': { title: 'renameSpace', submit: 'save' },
  'rename-collection': { title: 'renameCollection', submit: 'save' },
};

/** The longest title of a space or collection. */
const MAX_TITLE = 50;

export function PlaceDialog({ form, onClose }: { form: PlaceForm; onClose: () => void }) {
  const navigate = useNavigate();
  const [key] = useState(createId);
  const { title, submit } = TEXTS[form.kind];
  const send = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const made = await save(form, text, repeatable(key));
    onClose();
    await queries.invalidateQueries({
      queryKey: [form.kind === 'organization' ? 'organizations' : 'organization'],
    });
    if (form.kind === 'rename-space')
      void queries.invalidateQueries({ queryKey: ['space', form.spaceId], exact: true });
    if (form.kind === 'rename-collection')
      void queries.invalidateQueries({ queryKey: ['collection', form.collectionId] });
    if (form.kind === 'space') await navigate({ to: '/s/$spaceId', params: { spaceId: made } });
    if (form.kind === 'collection')
      await navigate({ to: '/c/$collectionId', params: { collectionId: made } });
    if (form.kind === 'organization')
      await navigate({ to: '/o/$organizationId', params: { organizationId: made } });
  };
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <DialogForm submit={t(submit)} onSubmit={send} onClose={onClose}>
        <TextField
          name="title"
          label={t('name')}
          required
          autoFocus
          maxLength={form.kind === 'organization' ? 128 : MAX_TITLE}
          defaultValue={'title' in form ? form.title : ''}
        />
        {(form.kind === 'space' || form.kind === 'rename-space') && (
          <TextField
            name="emoji"
            label={t('emojiOptional')}
            maxLength={16}
            defaultValue={'emoji' in form ? emojiOf(form.emoji) : ''}
          />
        )}
        {form.kind === 'rename-collection' && (
          <TextField
            name="description"
            label={t('description')}
            maxLength={100}
            defaultValue={form.description}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Returns the id of what was created or changed. */
async function save(
  form: PlaceForm,
  text: (name: string) => string,
  headers: ReturnType<typeof repeatable>,
): Promise<string> {
  const title = text('title');
  const emoji = text('emoji');
  switch (form.kind) {
    case 'space': {
      const { organizationId, parent } = form;
      const body = { title, ...(emoji ? { emoji } : {}), ...(parent === undefined ? {} : { parent }) };
      return (await api.post('/v1/orgs/{organizationId}/spaces', { path: { organizationId }, headers, body }))
        .id;
    }
    case 'collection': {
      const { organizationId, parent } = form;
      const body = { title, ...(parent === undefined ? {} : { parent }) };
      const path = { organizationId };
      return (await api.post('/v1/orgs/{organizationId}/collections', { path, headers, body })).id;
    }
    case 'organization':
      return (await api.post('/v1/orgs', { headers, body: { title } })).id;
    case 'rename-space': {
      const { spaceId } = form;
      const body = { title, emoji: emoji || null };
      return (await api.patch('/v1/spaces/{spaceId}', { path: { spaceId }, headers, body })).id;
    }
    case 'rename-collection': {
      const { collectionId } = form;
      const body = { title, description: text('description') || null };
      return (await api.patch('/v1/collections/{collectionId}', { path: { collectionId }, headers, body }))
        .id;
    }
  }
}
