import { test } from 'vitest';
import { checkEditedSources } from '../test/edited-sources.ts';

test('many edited sources are read as ones that are read anew', () => checkEditedSources(20_000), 1_200_000);
