import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: ['**/*.soak.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'soak', include: ['src/**/*.soak.test.ts', 'test/**/*.soak.test.ts'], testTimeout: 1_800_000 },
      },
    ],
  },
});
