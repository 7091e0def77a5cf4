import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { EmptyState, Loading } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { type Column, MoreButton, Table } from './table.tsx';

interface Page<Row> {
  items: Row[];
}

/** A list that is read page by page, as a table: while it is loaded, when it is empty, and when reading it failed. */
export function PagedTable<Row>({
  list,
  empty,
  ...table
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  label: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** What is shown if the list is empty. */
  empty: ReactNode;
}) {
  if (!list.data) {
    if (!list.error) return <Loading label={t('loading')} />;
    return (
      <EmptyState title={explain(list.error)}>
        <Button onClick={() => void list.refetch()}>{t('tryAgain')}</Button>
      </EmptyState>
    );
  }
  const rows = list.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return empty;
  return (
    <>
      <Table {...table} rows={rows} />
      <MoreButton list={list} />
    </>
  );
}
