/** The recipe of the documentation for point-in-time recovery: write, note a time, write more, go back to the time. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres, serverUser } from '../own-postgres.ts';
import { createSetup, request } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const run = promisify(execFile);

test.runIf(hasOwnPostgres && existsSync('/usr/bin/pgbackrest'))(
  'pgBackRest brings the database of a service back to a moment',
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp('/tmp/lectern-moment-');
    const user = serverUser();
    const repository = join(folder, 'repository');
    const work = join(folder, 'work');
    const config = join(folder, 'pgbackrest.conf');
    const [port] = await findFreePorts(1);
    const pgbackrest = (...words: string[]) =>
      run('pgbackrest', [`--config=${config}`, '--stanza=lectern', ...words], { cwd: folder, ...user });
    const setup = await createSetup();
    const own = await createOwnPostgres(folder, port as number, {
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=lectern archive-push %p`,
    });
    try {
      for (const path of [repository, work])
        await mkdir(path).then(() => user && chown(path, user.uid, user.gid));
      await writeFile(
        config,
        [
          '[global]',
          `repo1-path=${repository}`,
          'repo1-retention-full=2',
          'start-fast=y',
          // Not in the repository: a restore empties the spool, which has folders of the same names.
          `log-path=${work}`,
          `lock-path=${work}`,
          `spool-path=${work}`,
          '[lectern]',
          `pg1-path=${own.cluster}`,
          `pg1-port=${port}`,
          `pg1-socket-path=${folder}`,
          'pg1-user=lectern',
        ].join('\n'),
      );
      await pgbackrest('stanza-create');
      await own.psql('create database lectern');
      const environment = {
        DATABASE_URL: own.url('lectern'),
        LECTERN_SECRET: 'the-secret-of-the-instance-0123456789',
        LECTERN_ADMIN_TOKEN: TOKEN,
      };
      let service = await setup.serve(environment);
      await pgbackrest('backup');
      const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
      const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
      const create = async (title: string): Promise<void> => {
        const { status } = await request(service, TOKEN, path, { method: 'POST', body: { title } });
        expect(status).toBe(201);
      };
      const listTitles = async (): Promise<string[]> => {
        const { body } = await request<{ items: { title: string }[] }>(service, TOKEN, `${path}?limit=100`);
        return body.items.map(({ title }) => title);
      };
      for (let n = 0; n < 20; n += 1) await create(`Before ${n}`);
      const mark = await own.psql('select clock_timestamp()');
      await sleep(1_500);
      for (let n = 0; n < 20; n += 1) await create(`After ${n}`);
      await service.stop();
      await own.psql('select pg_switch_wal()');
      await own.stop();

      await pgbackrest('--delta', '--type=time', `--target=${mark}`, '--target-action=promote', 'restore');
      await own.start();
      service = await setup.serve(environment);
      const titles = await listTitles();
      expect(titles.filter((title) => title.startsWith('Before'))).toHaveLength(20);
      expect(titles.filter((title) => title.startsWith('After'))).toEqual([]);
      await service.stop();
    } finally {
      await setup.clean();
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
