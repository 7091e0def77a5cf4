import { ApiError } from '@lectern/client/api-error';
import { useState } from 'react';
import { type Comment, decideSuggestion } from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { announce } from '../../app/announce.tsx';
import { Button } from '../../app/button.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { mayResolve, useComments } from './context.ts';
import { applySplices, compareWords, type Segment, type Splice, shorten } from './word-changes.ts';

interface SentSplice extends Partial<Splice> {
  at?: { key?: string };
}

/** What a suggestion changes in the text of its block; undefined if it changes more than that. */
function changesOf({ suggestion, target }: Comment): { before: string; after: string } | undefined {
  const before = target.node?.preview;
  if (!suggestion || before === undefined || (suggestion.blocks?.length ?? 0) > 0) return undefined;
  const splices = (suggestion.text ?? []) as SentSplice[];
  if (new Set(splices.map(({ at }) => at?.key)).size !== 1) return undefined;
  const after = applySplices(before, splices);
  return after === undefined ? undefined : { before, after };
}

/** The change of the text, with what it removes and adds. */
function Changed({ segments }: { segments: readonly Segment[] }) {
  return (
    <p className={styles.changed}>
      {segments.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`;
        if (kind === 'removed') return <del key={key}>{text}</del>;
        return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
      })}
    </p>
  );
}

/** A suggestion that could not be applied, because others have changed the same words. */
interface Clash {
  /** Undefined if they are gone. */
  now: string | undefined;
  suggested: string | undefined;
}

/** The texts of both sides, as the refusal has them. */
function clashOf({ details }: ApiError): Clash {
  const textOf = (side: 'ours' | 'theirs'): string | undefined => {
    const texts = details.flatMap((detail) => {
      const text = (detail as Partial<Record<typeof side, unknown>>)[side];
      return typeof text === 'string' ? text.trim() : [];
    });
    return texts.length > 0 ? texts.join('\n') : undefined;
  };
  return { now: textOf('theirs'), suggested: textOf('ours') };
}

/** The suggestion of a comment, and what can be done with it. */
export function SuggestionPart({ comment }: { comment: Comment }) {
  const context = useComments();
  const { place, mayEdit } = context;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [clash, setClash] = useState<Clash>();
  const { suggestion } = comment;
  if (!suggestion) return null;
  const changes = changesOf(comment);
  const decide = async (decision: 'apply' | 'dismiss'): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setClash(undefined);
    try {
      await decideSuggestion(place, comment.id, decision);
      announce(t(decision === 'apply' ? 'suggestionAppliedNow' : 'suggestionDismissedNow'));
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'edit-conflicts') setClash(clashOf(error));
      else setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.suggestion}>
      {changes ? (
        <Changed segments={shorten(compareWords(changes.before, changes.after))} />
      ) : (
        <p className={styles.changed}>{describe(comment)}</p>
      )}
      {suggestion.state !== 'open' && (
        <p className={styles.decided}>
          {t(suggestion.state === 'applied' ? 'suggestionApplied' : 'suggestionDismissed', {
            name: suggestion.decidedBy?.displayName ?? '',
          })}
        </p>
      )}
      {clash && (
        <div role="alert" className={styles.clash}>
          <p>{t('suggestionConflict')}</p>
          <dl>
            <dt>{t('suggestionNow')}</dt>
            <dd>{clash.now ?? t('suggestionGone')}</dd>
            {clash.suggested !== undefined && (
              <>
                <dt>{t('suggestionSuggested')}</dt>
                <dd>{clash.suggested}</dd>
              </>
            )}
          </dl>
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {suggestion.state === 'open' && (mayEdit || mayResolve(context, comment)) && (
        <div className={styles.buttons}>
          {mayEdit && (
            <Button look="primary" disabled={isBusy} onClick={() => void decide('apply')}>
              {t('apply')}
            </Button>
          )}
          <Button disabled={isBusy} onClick={() => void decide('dismiss')}>
            {t('dismissSuggestion')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A suggestion that changes more than one text. */
function describe({ suggestion, target }: Comment): React.ReactNode {
  const blocks = (suggestion?.blocks ?? []) as { operation?: string }[];
  if (blocks.length === 1 && blocks[0]?.operation === 'delete' && target.node)
    return <del>{target.node.preview}</del>;
  return t('suggestionOfBlocks', { count: Math.max(1, blocks.length + (suggestion?.text?.length ?? 0)) });
}
