import { useRef, useState } from 'react';
import { Button } from '../app/button.tsx';
import { showToast } from '../app/toasts.tsx';
import { ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { bodyOf, type ConnectionBody, changeConnection } from './connection-body.ts';
import { branchName, type GitConnection } from './git-queries.ts';
import { hostOf, linksOf } from './hosts.ts';
import { useKeptState } from './kept-state.ts';
import { FirstField, type GitPlace, PlaceFields, placeBody } from './place-fields.tsx';
import { PreviewPart } from './preview-part.tsx';
import { usePreview } from './use-preview.ts';

const POLLS = ['0', '300', '3600', '86400'];
const PLACEHOLDERS = '{subject}, {author}, {number}, {space}';

/** The settings of a connection. */
export function ConnectionSettings({ spaceId, connection }: { spaceId: string; connection: GitConnection }) {
  const [place, setPlace] = useKeptState<GitPlace>(spaceId, `place since ${connection.updatedAt}`, {
    branch: branchName(connection.ref),
    directory: connection.repoProjectDirectory,
    direction: connection.direction,
    first: connection.initialDirection,
  });
  const run = usePreview(spaceId, 'move');
  const isSure = useRef(false);
  const [onConflict, setOnConflict] = useState(connection.onConflict);
  const poll = String(connection.pollSeconds ?? 0);
  const isBoth = place.direction === 'both';
  const isMoved =
    place.branch !== branchName(connection.ref) ||
    placeBody(place).repoProjectDirectory !== connection.repoProjectDirectory;
  const asked = JSON.stringify(placeBody(place));
  const preview = run.of === asked && !run.isRunning ? run.preview : undefined;
  const changesOf = (fields: FormData): Partial<ConnectionBody> => {
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    const pollSeconds = Number(text('pollSeconds'));
    return {
      ...placeBody(place),
      // Only the first sync with a place asks which side starts.
      ...(isBoth && !isMoved ? { initialDirection: connection.initialDirection } : {}),
      ...(isMoved ? movedLinks(connection, place.branch) : {}),
      onConflict,
      commitMessage: text('commitMessage') || null,
      branchPattern: (isBoth && text('branchPattern')) || null,
      mirrorPrefix: (isBoth && text('mirrorPrefix')) || null,
      pollSeconds: pollSeconds > 0 ? pollSeconds : null,
    };
  };
  const save = async (fields: FormData): Promise<void> => {
    const changes = changesOf(fields);
    if (isMoved && preview?.state !== 'success' && !isSure.current)
      return run.ask({ ...bodyOf(connection), ...changes }, asked);
    await changeConnection(spaceId, connection, changes);
    run.close();
    showToast(t(isMoved ? 'gitMoved' : 'gitSaved'));
  };
  return (
    <Section title={t('gitSettings')} text={t('gitMoves')}>
      <Form
        label={t('gitSettings')}
        submit={isMoved ? t(preview?.state === 'success' ? 'gitMove' : 'gitMovePreview') : t('save')}
        {...(isMoved ? { done: null } : {})}
        onSubmit={save}
        actions={
          isMoved &&
          (preview?.state === 'failure' || preview?.state === 'timeout') && (
            <Button
              type="submit"
              onClick={() => {
                isSure.current = true;
              }}
            >
              {t('gitMoveAnyway')}
            </Button>
          )
        }
      >
        <PlaceFields place={place} onChange={setPlace} branches={undefined} canWrite />
        {isMoved && isBoth && (
          <FirstField first={place.first} onChange={(first) => setPlace({ ...place, first })} />
        )}
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
        {isBoth && (
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
        {isMoved && <PreviewPart run={run} asked={asked} title={t('gitMoveTitle')} />}
      </Form>
    </Section>
  );
}

/** The host’s addresses of files contain the branch, unless somebody gave other ones. */
function movedLinks(connection: GitConnection, branch: string): Partial<ConnectionBody> {
  const links = (name: string) => linksOf(hostOf(connection), connection.url, name);
  const { repoTreeURL } = connection;
  return repoTreeURL === links(branchName(connection.ref)).repoTreeURL ? links(branch) : {};
}
