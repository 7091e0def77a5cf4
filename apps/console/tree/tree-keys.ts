import { type KeyboardEvent, useRef } from 'react';
import { hasMod } from '../app/shortcuts.ts';
import type { TreeActions } from './actions.ts';
import type { Direction } from './neighbor-position.ts';
import type { PageRow, Row } from './rows.ts';

/** Letters that follow each other faster than this are the beginning of one title. */
const TYPE_AHEAD_MILLISECONDS = 600;
const PAGE_OF_ROWS = 12;

interface TreeKeys {
  rows: readonly Row[];
  activeIndex: number;
  actions: TreeActions;
  mayEdit: boolean;
  setExpanded: (ids: string[], isExpanded: boolean) => void;
  setActive: (pageId: string) => void;
  startRename: (pageId: string) => void;
  openMenu: (row: PageRow) => void;
  startFilter: () => void;
}

const MOVES: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down' };

/** The keys of a tree, and those that change it. */
export function useTreeKeys(keys: TreeKeys): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.defaultPrevented) return;
    const row = keys.rows[keys.activeIndex];
    if (row?.kind !== 'page') return;
    const isHandled =
      handleUndo(event, keys) ||
      (event.altKey
        ? handleMove(event, row, keys)
        : !event.ctrlKey && !event.metaKey && (handleEdit(event, row, keys) || handleWalk(event, row, keys)));
    if (!isHandled && !handleTyping(event, keys, typed.current)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function handleUndo(event: KeyboardEvent, { actions, mayEdit }: TreeKeys): boolean {
  if (!hasMod(event) || event.altKey || !mayEdit) return false;
  const key = event.key.toLowerCase();
  if (key === 'z') void (event.shiftKey ? actions.redo() : actions.undo());
  else if (key === 'y') void actions.redo();
  else return false;
  return true;
}

function handleMove(event: KeyboardEvent, row: PageRow, { actions, mayEdit }: TreeKeys): boolean {
  if (!mayEdit || event.ctrlKey || event.metaKey) return false;
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const direction =
    MOVES[event.key] ??
    (event.key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')
      ? 'in'
      : event.key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')
        ? 'out'
        : undefined);
  if (!direction) return false;
  actions.moveBy(row.page, direction);
  return true;
}

function handleEdit(event: KeyboardEvent, row: PageRow, keys: TreeKeys): boolean {
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    keys.openMenu(row);
    return true;
  }
  if (event.key === '/') {
    keys.startFilter();
    return true;
  }
  if (!keys.mayEdit) return false;
  // An API reference is named after its spec.
  if (event.key === 'F2' && row.page.type !== 'computed') keys.startRename(row.page.id);
  else if (event.key === 'Delete' || event.key === 'Backspace') keys.actions.askDelete(row.page);
  else return false;
  return true;
}

function handleWalk(event: KeyboardEvent, row: PageRow, keys: TreeKeys): boolean {
  const { rows, activeIndex, setExpanded } = keys;
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
  const go = (index: number): true => {
    const target = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (target?.kind === 'page') keys.setActive(target.page.id);
    return true;
  };
  switch (event.key) {
    case 'ArrowDown':
      return go(activeIndex + 1);
    case 'ArrowUp':
      return go(activeIndex - 1);
    case 'PageDown':
      return go(activeIndex + PAGE_OF_ROWS);
    case 'PageUp':
      return go(activeIndex - PAGE_OF_ROWS);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
    case 'ArrowLeft': {
      const isForward = (event.key === 'ArrowRight') !== isRightToLeft;
      if (isForward) {
        if (row.isExpanded === true) return go(activeIndex + 1);
        if (row.isExpanded === false) setExpanded([row.page.id], true);
      } else if (row.isExpanded === true) setExpanded([row.page.id], false);
      else if (row.into !== null) keys.setActive(row.into);
      return true;
    }
    case '*':
      setExpanded(
        rows.flatMap((one) => (one.kind === 'page' && one.into === row.into ? [one.page.id] : [])),
        true,
      );
      return true;
    case 'Enter':
      if (row.page.type === 'group') setExpanded([row.page.id], row.isExpanded !== true);
      else keys.actions.open(row.page);
      return true;
    default:
      return false;
  }
}

/** Goes to the next page whose title begins with what was typed. */
function handleTyping(event: KeyboardEvent, keys: TreeKeys, typed: { text: string; at: number }): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || [...event.key].length !== 1) return false;
  const isNew = event.timeStamp - typed.at > TYPE_AHEAD_MILLISECONDS;
  // Opens the list of shortcuts here too.
  if (isNew && (event.key === ' ' || event.key === '?')) return false;
  typed.text = isNew ? event.key : typed.text + event.key;
  typed.at = event.timeStamp;
  const wanted = typed.text.toLocaleLowerCase();
  const { rows, activeIndex } = keys;
  for (let step = isNew ? 1 : 0; step <= rows.length; step += 1) {
    const row = rows[(activeIndex + step) % rows.length];
    if (row?.kind === 'page' && row.page.title.toLocaleLowerCase().startsWith(wanted)) {
      keys.setActive(row.page.id);
      return true;
    }
  }
  return true;
}
