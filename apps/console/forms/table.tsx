import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import styles from './table.module.css';

export interface Column<Row> {
  /** The heading. Empty for actions. */
  label: string;
  cell(row: Row): ReactNode;
  /** Numbers are aligned at their end. */
  isNumber?: boolean;
}

/** A table whose rows are cards on small screens. The first column names the row. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  const [first, ...others] = columns;
  return (
    <div className={styles.frame}>
      {/* Rows that are drawn as cards would lose their roles. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <table role="table" aria-label={label} className={styles.table}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tr role="row">
            {columns.map(({ label: text, isNumber }) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above.
              <th key={text} role="columnheader" scope="col" data-number={isNumber}>
                {text === '' ? <span className="visually-hidden">{t('actions')}</span> : text}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above.
            <tr key={keyOf(row)} role="row">
              {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
              <th role="rowheader" scope="row">
                {first?.cell(row)}
              </th>
              {others.map(({ label: text, cell, isNumber }) => (
                // biome-ignore lint/a11y/noRedundantRoles: see above.
                <td key={text} role="cell" data-label={text} data-number={isNumber}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Loads the next part of a list, until there is none. */
export function MoreButton<Page>({ list }: { list: UseInfiniteQueryResult<InfiniteData<Page>> }) {
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      {list.isFetchNextPageError && <p role="alert">{explain(list.error)}</p>}
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </div>
  );
}
