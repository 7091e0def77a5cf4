import { useState } from 'react';
import { showToast } from '../app/toasts.tsx';
import { ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { changeConnection } from './connection-body.ts';
import { branchName, type GitConnection } from './git-queries.ts';
import { type GitPlace, PlaceFields, placeBody } from './place-fields.tsx';

const POLLS = ['0', '300', '3600', '86400'];
const PLACEHOLDERS = '{subject}, {author}, {number}, {space}';

/** The settings of a connection. */
export function ConnectionSettings({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  const [place, setPlace] = useState<GitPlace>({
    branch: branchName(connection.ref),
    directory: connection.repoProjectDirectory,
    direction: connection.direction,
    first: connection.initialDirection,
  });
  const [onConflict, setOnConflict] = useState(connection.onConflict);
  const poll = String(connection.pollSeconds ?? 0);
  const save = async (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const pollSeconds = Number(text('pollSeconds'));
    const isBoth = place.direction === 'both';
    await changeConnection(spaceId, connection, {
      ...placeBody(place),
      // The side that started is not asked again.
      initialDirection: isBoth
        ? connection.initialDirection
        : place.direction === 'export'
          ? 'export'
          : 'import',
      onConflict,
      commitMessage: text('commitMessage') || null,
      branchPattern: (isBoth && text('branchPattern')) || null,
      mirrorPrefix: (isBoth && text('mirrorPrefix')) || null,
      pollSeconds: pollSeconds > 0 ? pollSeconds : null,
    });
    showToast(t('gitSaved'));
  };
  return (
    <Section title={t('gitSettings')} text={t('gitMoves')}>
      <Form label={t('gitSettings')} onSubmit={save}>
        <PlaceFields place={place} onChange={setPlace} branches={undefined} canWrite />
        <ChoiceField
          name="onConflict"
          label={t('gitConflicts')}
          value={onConflict}
          onChange={(value) => setOnConflict(value as GitConnection['onConflict'])}
          choices={(['remote', 'pause'] as const).map((value) => ({
            value,
            label: t(`gitConflict-${value}` as keyof Messages),
            hint: t(`gitConflictHint-${value}` as keyof Messages),
          }))}
        />
        {place.direction !== 'import' && (
          <TextField
            name="commitMessage"
            label={t('gitMessage')}
            hint={t('gitMessageHint', { placeholders: PLACEHOLDERS })}
            defaultValue={connection.commitMessage}
            maxLength={300}
          />
        )}
        {place.direction === 'both' && (
          <>
            <TextField
              name="branchPattern"
              label={t('gitPattern')}
              hint={t('gitPatternHint')}
              defaultValue={connection.branchPattern ?? ''}
              maxLength={200}
              spellCheck={false}
            />
            <TextField
              name="mirrorPrefix"
              label={t('gitPrefix')}
              hint={t('gitPrefixHint')}
              defaultValue={connection.mirrorPrefix ?? ''}
              maxLength={100}
              spellCheck={false}
            />
          </>
        )}
        <SelectField
          name="pollSeconds"
          label={t('gitPoll')}
          hint={t('gitPollHint')}
          defaultValue={poll}
          options={[
            ...POLLS.map((seconds) => [seconds, t(`gitPoll-${seconds}` as keyof Messages)] as const),
            ...(POLLS.includes(poll) ? [] : [[poll, t('gitPollOther', { count: Number(poll) })] as const]),
          ]}
        />
      </Form>
    </Section>
  );
}
