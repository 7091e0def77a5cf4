import { useSyncExternalStore } from 'react';
import type { SaveState } from '../saving/saver.ts';
import type { OpenEditor } from './open-editor.ts';

export const useSaveState = (editor: OpenEditor): SaveState =>
  useSyncExternalStore(editor.subscribe, () => editor.saveState);
