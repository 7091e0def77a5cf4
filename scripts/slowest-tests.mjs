// npm run test:slowest: runs all tests, or the files that are named, and prints which files took longest.
import { startVitest } from 'vitest/node';

const SHOWN = 20;

const reporter = {
  onTestRunEnd(files) {
    const rows = files.map((file) => {
      const { collectDuration, setupDuration, duration } = file.diagnostic();
      return { name: file.relativeModuleId, seconds: (collectDuration + setupDuration + duration) / 1000 };
    });
    rows.sort((one, other) => other.seconds - one.seconds);
    const total = rows.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`The slowest of ${rows.length} files, which take ${total.toFixed(0)} s together:`);
    for (const { name, seconds } of rows.slice(0, SHOWN))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
  },
};

const vitest = await startVitest('test', process.argv.slice(2), {
  run: true,
  project: 'unit',
  reporters: ['dot', reporter],
});
await vitest.close();
