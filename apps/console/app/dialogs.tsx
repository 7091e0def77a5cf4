import { lazy, type ReactNode, Suspense } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { withTexts } from '../messages/messages.ts';
import type { RefusedText } from '../saving/journal.ts';
import type { Question } from './confirm-dialog.tsx';
import type { PlaceForm } from './place-dialog.tsx';
import type { PlaceItem } from './place-moves.ts';

type Draw = (close: () => void) => ReactNode;

const open = createStore<{ draw: Draw } | undefined>(undefined);

const closeDialog = (): void => open.set(undefined);

/** Opens a dialog. `draw` returns a lazily loaded component, which closes itself with `close`. */
export const showDialog = (draw: Draw): void => open.set({ draw });

export function DialogHost() {
  const dialog = useStore(open);
  return <Suspense>{dialog?.draw(closeDialog)}</Suspense>;
}

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

/** Asks for confirmation. If `onConfirm` fails, the dialog shows the error. `onClose`: also called after confirming. */
export const askFirst = (
  question: Question,
  onConfirm: () => Promise<void> | void,
  onClose?: () => void,
): void =>
  showDialog((close) => (
    <ConfirmDialog
      {...question}
      onConfirm={onConfirm}
      onClose={() => {
        close();
        onClose?.();
      }}
    />
  ));

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/** Asks for the name of a space, collection or organization, and creates or renames it. */
export const editPlace = (form: PlaceForm): void =>
  showDialog((close) => <PlaceDialog form={form} onClose={close} />);

const RequestDialog = lazy(async () => ({
  default: (await withTexts('review', () => import('../review/requests/request-dialog.tsx'))).RequestDialog,
}));

/** Asks for the subject of a new change request, and for its space if that is not known. */
export const createRequest = (place: {
  spaceId: string | undefined;
  organizationId: string | undefined;
}): void => showDialog((close) => <RequestDialog {...place} onClose={close} />);

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

/** Asks where to move a space or collection. */
export const movePlaceTo = (place: PlaceItem): void =>
  showDialog((close) => <MoveDialog place={place} onClose={close} />);

const PublishDialog = lazy(async () => ({
  default: (await withTexts('sites', () => import('../sites/publish/publish-dialog.tsx'))).PublishDialog,
}));

/** Publishes a space on a site. `spaceId`: undefined to ask for it, for a new site. */
export const publishSpace = (place: { organizationId: string; spaceId: string | undefined }): void =>
  showDialog((close) => <PublishDialog {...place} onClose={close} />);

const RefusedDialog = lazy(async () => ({ default: (await import('./refused-dialog.tsx')).RefusedDialog }));

/** Shows the texts that the service has refused, to be copied or discarded. */
export const showRefusedTexts = (texts: readonly RefusedText[]): void =>
  showDialog((close) => <RefusedDialog texts={texts} onClose={close} />);

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

export const showShortcuts = (): void => showDialog((close) => <ShortcutsDialog onClose={close} />);
