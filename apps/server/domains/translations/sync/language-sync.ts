import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { TranslationProvider } from '../providers/provider.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import type { TargetKey } from './targets.repository.ts';

/** The facts that are needed for synchronizing one language. */
export interface LanguageSync {
  key: TargetKey;
  settings: SettingsRow & { source_language: string };
  source: SpacePointer;
  target: SpacePointer;
  provider: TranslationProvider | undefined;
  instructions: string;
  signal: AbortSignal;
}
