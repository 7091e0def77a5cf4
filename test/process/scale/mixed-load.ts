/** Callers who write through any process and read through any other, and a model of what each read may show. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';

/** After this time, every process shows what was acknowledged through another one. */
const NEWS_MS = 1_000;
/** The same if a process was killed before it could tell the others, or the database went away. */
const NEWS_IN_FAULTS_MS = 6_000;
const ATTEMPT_MS = 20_000;
/** What a caller waits before it repeats what failed, and between two rounds. */
const REPEAT_MS = 100;
const PAUSE_MS = 50;
/** A caller merges a change request, and revokes a token, once in so many rounds. */
const RARELY = 4;
/** What was acknowledged and cannot be read for so long is lost. */
const LOST_MS = 60_000;
/** A change that is not acknowledged for so long never will be: no fault lasts half as long. */
const REFUSED_MS = 180_000;
/** A change that is not acknowledged for so long is looked into. */
const SLOW_MS = 60_000;
/** How many files a caller reads at once at the end. */
const FILES_AT_ONCE = 4;

interface Place {
  url: string;
  sitesUrl: string;
}

/** Something of which one caller writes version after version, each after the one before was acknowledged. */
interface Register {
  name: string;
  attempted: number;
  acknowledged: { version: number; at: number }[];
}

export interface LoadFindings {
  requests: number;
  writes: number;
  reads: number;
  /** Requests that failed while something was killed, and otherwise. */
  failedInFaults: number;
  failed: string[];
  /** Reads that show less than was acknowledged, or what nobody wrote, and access that had ended. */
  wrong: string[];
  /** The longest request; milliseconds. */
  slowestMs: number;
}

export interface MixedLoad {
  findings: LoadFindings;
  /** Whether a caller has given up: `end` throws the reason. */
  hasFailed(): boolean;
  /** Ends at once, without a comparison: the surroundings have failed. */
  abandon(): void;
  /** Ends the rounds, and compares everything with the model once more. */
  end(): Promise<void>;
}

interface Surroundings {
  /** The processes that can be asked now. */
  places(): readonly Place[];
  /** Whether something was killed between these times (`performance.now`), or had not recovered. */
  isDisturbed(from: number, to: number): boolean;
  /** Called once for a change that is not acknowledged, with its last responses. */
  onSlow?(what: string): Promise<void>;
  token: string;
  organizationId: string;
  callers: number;
}

/** Begins at once. */
export function startMixedLoad(surroundings: Surroundings): MixedLoad {
  const findings: LoadFindings = {
    requests: 0,
    writes: 0,
    reads: 0,
    failedInFaults: 0,
    failed: [],
    wrong: [],
    slowestMs: 0,
  };
  let isEnding = false;
  const abandoned = new AbortController();
  const callers = Array.from({ length: surroundings.callers }, (_, n) =>
    new Caller(`caller-${n}`, { ...surroundings, abandoned: abandoned.signal }, findings).work(
      () => isEnding,
    ),
  );
  let hasFailed = false;
  for (const caller of callers)
    caller.catch(() => {
      hasFailed = true;
    });
  return {
    findings,
    hasFailed: () => hasFailed,
    abandon: () => abandoned.abort(new Error('The load was abandoned.')),
    async end() {
      isEnding = true;
      const checks = await Promise.all(callers);
      console.log(`The callers have ended after ${findings.writes} changes; everything is compared now.`);
      await Promise.all(checks.map((check) => check()));
    },
  };
}

interface Answer {
  status: number;
  bytes: Buffer;
}

/** The process that made the change was killed before it could respond. */
const isResponseLost = ({ status, bytes }: Answer): boolean =>
  status === 409 && bytes.toString().includes('response-lost');

const describe = ({ status, bytes }: Answer): string => `${status} ${bytes.toString().slice(0, 200)}`;

class Caller {
  private readonly titles: Register;
  private readonly texts: Register;
  private readonly merges: Register;
  private readonly created: string[] = [];
  private readonly files: { path: string; bytes: Buffer }[] = [];
  private spaceId = '';
  private pageIds: string[] = [];
  private site = '';

  private readonly name: string;
  private readonly surroundings: Surroundings & { abandoned: AbortSignal };
  private readonly findings: LoadFindings;

  constructor(name: string, surroundings: Surroundings & { abandoned: AbortSignal }, findings: LoadFindings) {
    this.name = name;
    this.surroundings = surroundings;
    this.findings = findings;
    const register = (what: string): Register => ({
      name: `${what} of ${name}`,
      attempted: 0,
      acknowledged: [],
    });
    this.titles = register('title');
    this.texts = register('text');
    this.merges = register('merged text');
  }

  /** Until it is told to end. Returns the last comparison with the model. */
  async work(isEnding: () => boolean): Promise<() => Promise<void>> {
    await this.prepare();
    for (let n = 1; !isEnding(); n += 1) {
      await this.write(this.titles, n, (version, key) =>
        this.send('PATCH', `/v1/spaces/${this.spaceId}`, { title: this.say(version) }, key),
      );
      await this.write(this.texts, n, (version, key) => this.edit(0, version, key));
      await this.createSpace(n);
      await this.upload(n);
      await this.readBack();
      if (n % RARELY === 0) {
        await this.merge(n / RARELY);
        await this.revoke();
      }
      await sleep(PAUSE_MS);
    }
    return () => this.compare();
  }

  /** Of a version, in titles and in texts. */
  private say(version: number): string {
    return `${this.name} wrote ${version}`;
  }

  private async prepare(): Promise<void> {
    const { organizationId } = this.surroundings;
    const space = await this.insist<{ id: string }>('POST', `/v1/orgs/${organizationId}/spaces`, {
      title: this.say(0),
    });
    this.spaceId = space.id;
    const changes = ['Edited', 'Merged'].map((title) => ({
      operation: 'insert_page',
      title,
      document: { markdown: this.say(0) },
    }));
    await this.insist('POST', `/v1/spaces/${space.id}/content`, { changes });
    const { pages } = await this.read<{ pages: { id: string }[] }>(`/v1/spaces/${space.id}/content/pages`);
    this.pageIds = pages.map(({ id }) => id);
    const site = await this.insist<{ id: string }>('POST', `/v1/orgs/${organizationId}/sites`, {
      title: this.name,
      spaces: [space.id],
    });
    const of = `/v1/orgs/${organizationId}/sites/${site.id}`;
    await this.insist('POST', `${of}/publish`, {});
    const { urls } = await this.read<{ urls: { published: string } }>(of);
    this.site = new URL(urls.published).pathname;
    for (const register of [this.titles, this.texts, this.merges])
      register.acknowledged.push({ version: 0, at: performance.now() });
  }

  /** One version after the other; each is repeated under its key until it is acknowledged. */
  private async write(
    register: Register,
    version: number,
    send: (version: number, key: string) => Promise<Answer | undefined>,
  ): Promise<void> {
    register.attempted = version;
    await this.repeat(`${register.name}, version ${version}`, (key) => send(version, key));
    register.acknowledged.push({ version, at: performance.now() });
  }

  private async repeat(what: string, send: (key: string) => Promise<Answer | undefined>): Promise<Answer> {
    const key = newId();
    const startedAt = performance.now();
    const answers: string[] = [];
    for (let isSlow = false; ; ) {
      const answer = await send(key);
      const seconds = (performance.now() - startedAt) / 1000;
      answers.push(`after ${seconds.toFixed(1)} s ${answer ? describe(answer) : 'no response'}`);
      if (answer && (answer.status < 300 || isResponseLost(answer))) {
        this.findings.writes += 1;
        return answer;
      }
      if (answer && answer.status < 500 && ![408, 409, 429].includes(answer.status)) {
        throw new Error(`${what} was refused: ${describe(answer)}`);
      }
      const told = `${what} is not acknowledged: ${answers.slice(-20).join('; ')}`;
      if (seconds * 1000 > REFUSED_MS) throw new Error(told);
      if (seconds * 1000 > SLOW_MS && !isSlow) {
        isSlow = true;
        await this.surroundings.onSlow?.(told);
      }
      await sleep(REPEAT_MS);
    }
  }

  private async insist<Body>(method: string, path: string, body: unknown): Promise<Body> {
    const answer = await this.repeat(`${method} ${path}`, (key) => this.send(method, path, body, key));
    if (isResponseLost(answer)) return this.insist(method, path, body);
    return JSON.parse(answer.bytes.toString()) as Body;
  }

  private edit(page: number, version: number, key: string, of = `/v1/spaces/${this.spaceId}`) {
    const document = { markdown: this.say(version) };
    const changes = [{ operation: 'update_page', page: this.pageIds[page], document }];
    return this.send('POST', `${of}/content`, { changes }, key);
  }

  private async createSpace(n: number): Promise<void> {
    const title = `${this.name} created ${n}`;
    const path = `/v1/orgs/${this.surroundings.organizationId}/spaces`;
    await this.repeat(`“${title}”`, (key) => this.send('POST', path, { title }, key));
    this.created.push(title);
  }

  private async upload(n: number): Promise<void> {
    const bytes = Buffer.from(`${this.name} uploaded ${n} ${'.'.repeat(n % 5_000)}`);
    const space = `/v1/spaces/${this.spaceId}`;
    const { id } = await this.insist<{ id: string }>('POST', `${space}/files?name=${n}.txt`, bytes);
    const changes = [{ operation: 'insert_files', files: [{ name: `${n}.txt`, upload: id }] }];
    await this.insist('POST', `${space}/content`, { changes });
    const file = await this.read<{ downloadURL: string }>(`${space}/content/files/${id}`);
    this.files.push({ path: new URL(file.downloadURL).pathname, bytes });
  }

  private async merge(version: number): Promise<void> {
    const requests = `/v1/spaces/${this.spaceId}/change-requests`;
    const { id } = await this.insist<{ id: string }>('POST', requests, { subject: this.say(version) });
    await this.repeat(`edit of ${id}`, (key) => this.edit(1, version, key, `${requests}/${id}`));
    let key = newId();
    await this.write(this.merges, version, async () => {
      const answer = await this.send('POST', `${requests}/${id}/merge`, {}, key);
      if (!answer || !isResponseLost(answer)) return answer;
      // A merge has several transactions, of which only the first one may have been made.
      await sleep(NEWS_IN_FAULTS_MS);
      const { status } = await this.read<{ status: string }>(`${requests}/${id}`);
      if (status === 'merged') return answer;
      key = newId();
      return undefined;
    });
  }

  /** A new token is accepted by every process at once, and a revoked one by none after the news has arrived. */
  private async revoke(): Promise<void> {
    const made = await this.insist<{ id: string; token: string }>('POST', '/v1/user/tokens', {
      title: this.name,
      scopes: ['read'],
    });
    const ask = () =>
      Promise.all(this.surroundings.places().map((place) => this.ask(place, '/v1/orgs', made.token)));
    for (const answer of await ask())
      if (answer && answer.status === 401) this.findings.wrong.push('A new token was refused');
    const revokedAt = performance.now();
    await this.insist('DELETE', `/v1/user/tokens/${made.id}`, undefined).catch(() => undefined);
    await sleep(NEWS_MS);
    if (this.surroundings.isDisturbed(revokedAt, performance.now())) await sleep(NEWS_IN_FAULTS_MS - NEWS_MS);
    for (const [n, answer] of (await ask()).entries())
      if (answer && answer.status < 300)
        this.findings.wrong.push(`A revoked token was accepted by process ${n + 1}`);
  }

  /** Through every process, and on the published site. */
  private async readBack(): Promise<void> {
    const space = `/v1/spaces/${this.spaceId}`;
    const page = (n: number) => `${space}/content/page/${this.pageIds[n]}?format=markdown`;
    await Promise.all(
      this.surroundings.places().map(async (place) => {
        await this.check(this.titles, place, space);
        await this.check(this.texts, place, page(0));
        await this.check(this.merges, place, page(1));
        await this.check(this.texts, { ...place, url: place.sitesUrl }, this.site);
        const file = this.files[Math.floor(Math.random() * this.files.length)];
        if (file) await this.checkFile(place, file);
      }),
    );
  }

  private async check(register: Register, place: Place, path: string): Promise<boolean> {
    const beganAt = performance.now();
    const answer = await this.ask(place, path);
    if (!answer || answer.status >= 500) return false;
    const told = [...answer.bytes.toString().matchAll(new RegExp(`${this.name} wrote (\\d+)`, 'g'))];
    const version = Math.max(-1, ...told.map(([, digits]) => Number(digits)));
    const isDisturbed = this.surroundings.isDisturbed(beganAt - NEWS_IN_FAULTS_MS, performance.now());
    const dueAt = beganAt - (isDisturbed ? NEWS_IN_FAULTS_MS : NEWS_MS);
    const due = register.acknowledged.findLast(({ at }) => at <= dueAt)?.version ?? 0;
    if (version < due || version > register.attempted)
      this.findings.wrong.push(
        `${register.name} at ${path}: ${answer.status}, version ${version} instead of ${due} to ${register.attempted}`,
      );
    return true;
  }

  private async checkFile(place: Place, { path, bytes }: { path: string; bytes: Buffer }): Promise<boolean> {
    const answer = await this.ask({ ...place, url: place.sitesUrl }, path);
    if (!answer || answer.status >= 500) return false;
    if (!answer.bytes.equals(bytes))
      this.findings.wrong.push(`The file ${path} has other bytes: ${answer.status}`);
    return true;
  }

  /** Everything that was acknowledged is there once. */
  private async compare(): Promise<void> {
    await sleep(NEWS_MS);
    await this.readBack();
    const files = this.files.values();
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, () => this.compareFiles(files)));
    const titles = new Map<string, number>();
    let next: string | undefined = '';
    const list = `/v1/orgs/${this.surroundings.organizationId}/spaces?limit=1000`;
    for (; next !== undefined; ) {
      const page: { items: { title: string }[]; next?: { page: string } } = await this.read(
        `${list}${next && `&page=${encodeURIComponent(next)}`}`,
      );
      for (const { title } of page.items) titles.set(title, (titles.get(title) ?? 0) + 1);
      next = page.next?.page;
    }
    for (const title of this.created)
      if (titles.get(title) !== 1)
        this.findings.wrong.push(`“${title}” is there ${titles.get(title) ?? 0} times`);
  }

  private async compareFiles(files: Iterable<{ path: string; bytes: Buffer }>): Promise<void> {
    for (const file of files)
      for (
        const deadline = performance.now() + LOST_MS;
        !(await this.checkFile(this.anyPlace(), file));
        await sleep(REPEAT_MS)
      )
        if (performance.now() > deadline) throw new Error(`The file ${file.path} cannot be read.`);
  }

  private async read<Body>(path: string): Promise<Body> {
    for (const deadline = performance.now() + LOST_MS; ; await sleep(REPEAT_MS)) {
      const answer = await this.ask(this.anyPlace(), path);
      if (answer && answer.status < 300) return JSON.parse(answer.bytes.toString()) as Body;
      if (performance.now() > deadline) throw new Error(`${path} cannot be read: ${answer?.status}`);
    }
  }

  private ask(place: Place, path: string, token = this.surroundings.token): Promise<Answer | undefined> {
    this.findings.reads += 1;
    return this.request(`${place.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  }

  private send(method: string, path: string, body: unknown, key: string): Promise<Answer | undefined> {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? 'text/plain' : 'application/json';
    return this.request(`${this.anyPlace().url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.surroundings.token}`,
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  }

  private anyPlace(): Place {
    const places = this.surroundings.places();
    return places[Math.floor(Math.random() * places.length)] as Place;
  }

  /** Undefined without a response. */
  private async request(url: string, options: RequestInit): Promise<Answer | undefined> {
    const { findings, surroundings } = this;
    surroundings.abandoned.throwIfAborted();
    const beganAt = performance.now();
    findings.requests += 1;
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ATTEMPT_MS) }).then(
      async (response): Promise<Answer | undefined> => ({
        status: response.status,
        bytes: Buffer.from(await response.arrayBuffer()),
      }),
      () => undefined,
    );
    const endedAt = performance.now();
    findings.slowestMs = Math.max(findings.slowestMs, endedAt - beganAt);
    if (answer && answer.status < 500) return answer;
    if (surroundings.isDisturbed(beganAt, endedAt)) findings.failedInFaults += 1;
    else
      findings.failed.push(
        `${options.method ?? 'GET'} ${new URL(url).pathname}: ${answer ? describe(answer) : 'no response'}`,
      );
    return answer;
  }
}
