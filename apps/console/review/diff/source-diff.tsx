import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { explain } from '../../api/explain.ts';
import { type Comparison, pageSourcesQuery } from '../../api/page-changes.ts';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import styles from './diff.module.css';
import { compareLines, foldLines, type SourceLine, type SourcePart } from './source-lines.ts';

interface SourceDiffProps {
  comparison: Comparison;
  /** Those of the two that have the page. */
  revisions: { base?: string; revision?: string };
  pageId: string;
}

/** The Markdown of a page line by line, as Git shows it. */
export function SourceDiff({ comparison, revisions, pageId }: SourceDiffProps) {
  const { data, error } = useQuery(pageSourcesQuery(comparison, revisions, pageId));
  const parts = useMemo(() => data && foldLines(compareLines(data.before, data.after)), [data]);
  if (!parts)
    return error ? <p className={styles.failed}>{explain(error)}</p> : <Loading label={t('loading')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard.
    <section className={styles.source} aria-label={t('viewMarkdown')} tabIndex={0}>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('lineBefore')}</th>
            <th scope="col">{t('lineAfter')}</th>
            <th scope="col">{t('viewMarkdown')}</th>
          </tr>
        </thead>
        {parts.map((part) => (
          <Part key={firstOf(part)} part={part} />
        ))}
      </table>
    </section>
  );
}

const firstOf = (part: SourcePart): string => {
  const [line] = 'lines' in part ? part.lines : part.hidden;
  return `${line?.before}-${line?.after}`;
};

function Part({ part }: { part: SourcePart }) {
  const [isOpen, setOpen] = useState(false);
  const lines = 'lines' in part ? part.lines : isOpen ? part.hidden : [];
  return (
    <tbody>
      {'hidden' in part && !isOpen && (
        <tr>
          <td colSpan={3}>
            <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
              {t('unchangedLines', { count: part.hidden.length })}
            </button>
          </td>
        </tr>
      )}
      {lines.map((line) => (
        <Line key={`${line.before}-${line.after}`} line={line} />
      ))}
    </tbody>
  );
}

const SIGNS = { equal: ' ', added: '+', removed: '−' } as const;

function Line({ line: { type, text, before, after } }: { line: SourceLine }) {
  const content = text === '' ? '\u200b' : text;
  return (
    <tr data-type={type}>
      <td className={styles.number}>{before}</td>
      <td className={styles.number}>{after}</td>
      <td className={styles.line}>
        <span className={styles.sign} aria-hidden="true">
          {SIGNS[type]}
        </span>
        {type === 'added' && <ins>{content}</ins>}
        {type === 'removed' && <del>{content}</del>}
        {type === 'equal' && <span>{content}</span>}
      </td>
    </tr>
  );
}
