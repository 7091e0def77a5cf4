import { ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './git.module.css';
import { branchName, type GitConnection } from './git-queries.ts';

type Direction = GitConnection['direction'];
export type First = GitConnection['initialDirection'];

/** The branch, the directory and the direction of a connection. */
export interface GitPlace {
  branch: string;
  directory: string;
  direction: Direction;
  first: First;
}

const OTHER = ' ';
const MAIN_NAMES = ['main', 'master', 'trunk', 'develop'];

/** The branch that people most likely mean. */
export function chooseBranch(branches: readonly string[]): string {
  const known = MAIN_NAMES.find((name) => branches.includes(name));
  return known ?? branches[0] ?? 'main';
}

export function PlaceFields({
  place,
  onChange,
  branches,
  canWrite,
}: {
  place: GitPlace;
  onChange(place: GitPlace): void;
  /** The branches of the repository; undefined if they are not known. */
  branches: readonly string[] | undefined;
  canWrite: boolean;
}) {
  const { branch, directory, direction } = place;
  const isListed = branches?.includes(branch) ?? false;
  const offersList = branches !== undefined && branches.length > 0;
  const set = (change: Partial<GitPlace>): void => onChange({ ...place, ...change });
  return (
    <>
      {offersList && (
        <SelectField
          name="branch"
          label={t('gitBranchOf')}
          value={isListed ? branch : OTHER}
          onChange={({ currentTarget: { value } }) => set({ branch: value === OTHER ? '' : value })}
          options={[...branches.map((name) => [name, name] as const), [OTHER, t('gitBranchNew')] as const]}
        />
      )}
      {!isListed && (
        <TextField
          name="ref"
          label={offersList ? t('gitBranchName') : t('gitBranchOf')}
          hint={branches?.length === 0 ? t('gitBranchEmpty') : undefined}
          value={branch}
          onChange={({ currentTarget }) => set({ branch: branchName(currentTarget.value.trim()) })}
          required
          spellCheck={false}
        />
      )}
      <TextField
        name="repoProjectDirectory"
        label={t('gitDirectory')}
        hint={t('gitDirectoryHint')}
        value={directory}
        onChange={({ currentTarget }) => set({ directory: currentTarget.value })}
        spellCheck={false}
      />
      <ChoiceField
        name="direction"
        label={t('gitFlow')}
        value={direction}
        onChange={(value) => set({ direction: value as Direction })}
        choices={(['both', 'import', 'export'] as const).map((value) => ({
          value,
          label: t(`gitDirection-${value}` as keyof Messages),
          hint: t(`gitDirectionHint-${value}` as keyof Messages),
          isDisabled: !canWrite && value !== 'import',
        }))}
      />
    </>
  );
}

/** The side that starts, if both follow each other. */
export const FirstField = ({ first, onChange }: { first: First; onChange(first: First): void }) => (
  <>
    <ChoiceField
      name="initialDirection"
      label={t('gitFirst')}
      value={first}
      onChange={(value) => onChange(value as First)}
      choices={(['import', 'export'] as const).map((value) => ({
        value,
        label: t(`gitFirst-${value}` as keyof Messages),
        hint: t(`gitFirstHint-${value}` as keyof Messages),
      }))}
    />
    <small className={styles.soft}>{t('gitFirstText')}</small>
  </>
);

/** The fields of a connection that say what is synced. */
export const placeBody = ({ branch, directory, direction, first }: GitPlace) => ({
  ref: `refs/heads/${branch}`,
  repoProjectDirectory: directory.trim().replace(/^\/+|\/+$/g, ''),
  direction,
  initialDirection: direction === 'both' ? first : direction,
});
