import { useBlocker } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { askFirst } from '../app/dialogs.tsx';
import { t } from '../messages/messages.ts';

/** Asks before the user leaves a view whose changes are not saved. */
export function useUnsaved(): { set(isUnsaved: boolean): void } {
  const isUnsaved = useRef(false);
  useBlocker({
    shouldBlockFn: () =>
      isUnsaved.current &&
      new Promise<boolean>((answer) => {
        askFirst(
          { title: t('leaveUnsaved'), text: t('leaveUnsavedText'), submit: t('leave'), isDanger: true },
          () => {
            isUnsaved.current = false;
            answer(false);
          },
          () => answer(true),
        );
      }),
    enableBeforeUnload: () => isUnsaved.current,
  });
  return useMemo(
    () => ({
      set(value) {
        isUnsaved.current = value;
      },
    }),
    [],
  );
}
