import { pathToFileURL } from 'node:url';
import { WorkCounter } from './count-work.ts';
const counter = new WorkCounter();
const { subjects } = await import(pathToFileURL(process.argv[2]!).href);
const filter = new RegExp(process.argv[3] ?? '.');
const t0 = process.cpuUsage().user;
const scale = Number(process.argv[4] ?? 1);
for (const { name, n: size, make, run } of subjects) {
  const n = Math.round(size * scale);
  if (!filter.test(name)) continue;
  try {
    const t = process.cpuUsage().user;
    const texts = [make(n), make(4 * n)];
    await run(make(3));
    const small = await counter.count(() => run(texts[0]));
    const large = await counter.count(() => run(texts[1]));
    const ratio = large / small;
    console.log(ratio.toFixed(2), small, large, texts[1].length, `${((process.cpuUsage().user - t) / 1000).toFixed(0)}ms`, name);
  } catch (error) { console.log('99 ERROR', name, String(error).slice(0, 200)); }
}
console.error('total ms', (process.cpuUsage().user - t0) / 1000, subjects.length);
