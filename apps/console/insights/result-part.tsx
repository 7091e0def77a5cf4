import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { explain } from '../api/explain.ts';
import { Loading } from '../app/view.tsx';
import { Section } from '../forms/section.tsx';
import { type Column, Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import { showNumber } from './charts.tsx';
import styles from './insights.module.css';
import type { Filters, Question } from './insights-filter.tsx';
import { exportHref, type QuestionName, type ReadPage, type Result, resultQuery } from './results.ts';

/** What each part of the insights is drawn from. */
export interface InsightsScope {
  site: SiteKey;
  question: Question;
  filters: Filters;
  isEditable: boolean;
  change(change: Filters): void;
}

/** A question with its answer: while it is asked, refused, empty, and answered. */
export function ResultPart<Name extends QuestionName>({
  scope: { site, question },
  name,
  title,
  query = {},
  children,
}: {
  scope: InsightsScope;
  name: Name;
  /** The heading; undefined for what stands at the top. */
  title?: string;
  /** What is asked beside the filters. */
  query?: Record<string, string>;
  children(result: Result<Name>): ReactNode;
}) {
  const asked = { ...question, ...query };
  const { data, error } = useQuery(resultQuery(site, name, asked as never));
  const content = error ? (
    <p role="alert">{explain(error)}</p>
  ) : data === undefined ? (
    <Loading label={t('loading')} rows={3} />
  ) : (
    <>
      {children(data)}
      <p className={styles.exports}>
        <span>{t('insightsExport')}:</span>
        {(['csv', 'ndjson'] as const).map((format) => (
          <a
            key={format}
            href={exportHref(site, name, asked, format)}
            download
            aria-label={`${t('insightsExport')}: ${title ?? name}, ${format.toUpperCase()}`}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
    </>
  );
  return title === undefined ? <div>{content}</div> : <Section title={title}>{content}</Section>;
}

/** A column of texts, or of numbers. */
type Cells<Row> = Column<Row> | { label: string; count(row: Row): number };

interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Cells<NoInfer<Row>>[];
}

/** A table without rows says so. */
export function Rows<Row>({ label, rows, columns }: RowsProps<Row>) {
  if (rows.length === 0) return <p className={styles.soft}>{t('insightsEmpty')}</p>;
  return (
    <Table<{ row: Row; at: number }>
      label={label}
      rows={rows.map((row, at) => ({ row, at }))}
      keyOf={({ at }) => String(at)}
      columns={columns.map((column) =>
        'count' in column
          ? { label: column.label, isNumber: true, cell: ({ row }) => showNumber(column.count(row)) }
          : { ...column, cell: ({ row }) => column.cell(row) },
      )}
    />
  );
}

/** The table beside a chart, which shows the same. */
export const ChartTable = <Row,>(cells: RowsProps<Row>) => (
  <details className={styles.table}>
    <summary>{t('insightsTable')}</summary>
    <Rows {...cells} />
  </details>
);

/** A link to a page that the user can read; otherwise its path. */
export const PageLink = ({ page: { id, space, title, path } }: { page: ReadPage }) =>
  title === null || id === null || space === null ? (
    <code className={styles.wrap}>{path}</code>
  ) : (
    <Link to="/s/$spaceId/$pageId" params={{ spaceId: space, pageId: id }}>
      {title || t('untitled')}
    </Link>
  );
